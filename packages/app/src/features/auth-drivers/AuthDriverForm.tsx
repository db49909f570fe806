import {
  type AuthDriver,
  type AuthDriverSettings,
  authDriversApi,
  DRIVER_METHODS,
  driverProblems,
  GROUP_PRESETS,
  MATCH_FIELDS,
  PASSWORD_RULES,
} from '@kreide/core/features/auth-drivers';
import { ApiError } from '@kreide/core/kernel';
import { required } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './AuthDriver.module.css';
import { AuthDriverReport } from './AuthDriverReport.tsx';
import { DirectoryFields } from './DirectoryFields.tsx';
import {
  isProofAsked,
  isTold,
  PRESETS,
  settingsOf,
  toValues,
  USUAL,
  type Values,
  WRITTEN,
  type Written,
} from './driver-values.ts';
import { OpenIdAddresses } from './OpenIdAddresses.tsx';
import { SamlFields } from './SamlFields.tsx';
import { ServiceTrial } from './ServiceTrial.tsx';

interface AuthDriverFormProps {
  driver: AuthDriver | null;
  /** What has to be entered at the service. */
  ours: Pick<AuthDriverSettings, 'redirect_uri' | 'openid' | 'saml'>;
  params: { id: string };
}

/** Fields that a test needs as well. */
const TRIED = [
  'match_field',
  'authority',
  'client_secret',
  'metadata',
  'metadata_url',
  'subject_attribute',
  'second_step_values',
] as const;

/** The address of the service and our client there; somebody can try the settings before saving them. */
export function AuthDriverForm({ driver, ours, params }: AuthDriverFormProps) {
  const { t } = useTranslation(['auth-drivers', 'errors', 'form', 'shell']);
  const texts = usePasswordTexts();
  const [isRemoving, setRemoving] = useState(false);
  const [preset, setPreset] = useState('none');
  const { data: types = DRIVER_METHODS } = useQuery(queryOf(authDriversApi.listTypes, {}));
  const show = (saved: Parameters<typeof writeQuery<typeof authDriversApi.getDriver>>[2]) =>
    writeQuery(authDriversApi.getDriver, { params }, saved);
  const load = () => queries.fetchQuery(queryOf(authDriversApi.getDriver, { params }, { staleTime: 0 }));
  const save = useMutation({ ...mutationOf(authDriversApi.saveDriver, { messages: false }), onSuccess: show });
  const remove = useMutation(mutationOf(authDriversApi.removeDriver, { messages: false }));
  const check = useMutation(mutationOf(authDriversApi.testDriver, { messages: false }));
  const form = useForm({
    initial: () => toValues(driver),
    item: driver,
    problems: (values) => [
      ...WRITTEN[values.method].flatMap((field) => (required(values[field]) ? [] : [{ field, text: t('missing') }])),
      ...driverProblems(settingsOf(values))
        .filter(({ field }) => isTold(values, field))
        .map(({ field, rule }) => ({ field, text: t(`rules.${rule}`) })),
      ...(driver ||
      values.method === 'SAML' ||
      (values.needsNone && values.method === 'OIDC') ||
      values.client_secret !== ''
        ? []
        : [{ field: 'client_secret', text: t('missing') }]),
    ],
    send: (values, item) => {
      check.reset();
      const updated_at = item?.updated_at ?? null;
      return save.mutateAsync({
        params,
        body: {
          ...settingsOf(values),
          ...(isProofAsked(driver, values) && values.password !== '' && { password: values.password }),
          ...(values.code.trim() !== '' && { code: values.code.trim() }),
          is_on: values.is_on,
          passwords: values.passwords,
          updated_at,
        },
      });
    },
    onSaved: (saved) => {
      form.reset(toValues(saved.driver), saved.driver);
      toasts.show('success', t('saved'));
    },
    newest: async () => {
      const { driver: item } = await load();
      if (!item) throw new Error('It was removed.');
      return { item, values: toValues(item) };
    },
    toWords: (error) => toReason(t, error),
  });
  const { values, errorOf } = form;
  const change = (part: Partial<Values>) => {
    form.change(part);
    if (check.error || check.data) check.reset();
  };
  const isDirectory = values.method === 'LDAP';
  const isSaml = values.method === 'SAML';
  const field = (name: Written | 'authority' | 'person' | 'metadata' | 'metadata_url' | 'second_step_values') => ({
    name: `driver_${name}`,
    value: values[name],
    autoComplete: 'off',
    autoCapitalize: 'none' as const,
    spellCheck: 'false' as const,
    onChange: (value: string) => change({ [name]: value }),
    errorMessage: errorOf(name),
  });

  function tryOut() {
    if (check.isPending || !form.check([...WRITTEN[values.method], ...TRIED])) return;
    const person = isDirectory && values.person.trim() !== '' ? { person: values.person.trim() } : {};
    check.mutate({ params, body: { ...settingsOf(values), ...person } }, { onError: form.refuse });
  }

  async function takeAway() {
    try {
      await remove.mutateAsync({ params });
      toasts.show('success', t('removed'));
      // The fields are empty then: this form is gone.
      show(await load());
    } catch (thrown) {
      form.refuse(ApiError.from(thrown));
      setRemoving(false);
    }
  }

  return (
    <Form
      form={form}
      className={styles.form}
      aria-label={t('title')}
      leaveText={t('leave')}
      parts={[
        { label: t('name'), show: (one) => one.name },
        { label: t('issuer'), show: (one) => one.issuer },
        { label: t('clientId'), show: (one) => one.client },
        { label: t('scope'), show: (one) => one.scope },
        { label: t('matchClaim'), show: (one) => one.match_claim },
        { label: t('matchField'), show: (one) => t(`field_${one.match_field}`) },
        { label: t('kind'), show: (one) => t(`kind_${one.method}`) },
        { label: t('base'), show: (one) => one.base_dn ?? '' },
        { label: t('filter'), show: (one) => one.user_filter ?? '' },
        { label: t('subject'), show: (one) => one.subject_attribute ?? '' },
        { label: t('authority'), show: (one) => one.authority ?? '' },
        { label: t('metadataUrl'), show: (one) => one.metadata_url ?? '' },
        { label: t('metadata'), show: (one) => one.metadata ?? '' },
        { label: t('nameIdFormat'), show: (one) => (one.name_id_format ? t(`format_${one.name_id_format}`) : '') },
        { label: t('secondStep'), show: (one) => t(one.second_step ? 'form:conflict.yes' : 'form:conflict.no') },
        { label: t('secondStepValues'), show: (one) => one.second_step_values },
        { label: t('passwords'), show: (one) => t(`passwords_${one.passwords}`) },
      ]}
    >
      {!driver && (
        <Select
          label={t('preset')}
          options={[
            { key: 'none', text: t('noPreset') },
            ...PRESETS.map(({ key, method, name }) => ({
              key,
              text:
                method === 'SAML'
                  ? t('samlPreset', { name })
                  : GROUP_PRESETS.includes(key)
                    ? t('groupPreset', { name })
                    : name,
            })),
          ]}
          value={preset}
          onChange={(key) => {
            setPreset(key);
            const chosen = PRESETS.find((one) => one.key === key);
            if (chosen) change({ ...chosen.values, method: chosen.method });
          }}
        />
      )}
      <Select
        label={t('kind')}
        options={DRIVER_METHODS.filter((key) => types.includes(key)).map((key) => ({ key, text: t(`kind_${key}`) }))}
        value={values.method}
        onChange={(method) => method !== values.method && change({ ...USUAL[method], method })}
      />
      {values.method === 'OIDC' && <OpenIdAddresses ours={ours} />}
      <div className={styles.fields}>
        <TextField {...field('name')} label={t('name')} description={t('nameHint')} />
        {!isSaml && (
          <>
            <TextField
              {...field('issuer')}
              label={t(isDirectory ? 'directoryAddress' : 'issuer')}
              description={t(isDirectory ? 'directoryAddressHint' : 'issuerHint')}
            />
            <TextField {...field('client')} label={t(isDirectory ? 'directoryClient' : 'clientId')} />
            <PasswordField
              label={t(isDirectory ? 'directorySecret' : 'secret')}
              name="driver_secret"
              autoComplete="new-password"
              description={driver?.has_secret ? t('secretHint') : undefined}
              value={values.client_secret}
              onChange={(client_secret) => change({ client_secret, needsNone: false })}
              errorMessage={errorOf('client_secret')}
              texts={texts}
            />
          </>
        )}
      </div>
      {isSaml && (
        <SamlFields
          field={field}
          format={values.name_id_format}
          onFormat={(name_id_format) => change({ name_id_format })}
          ours={ours.saml}
        />
      )}
      {isDirectory && <DirectoryFields field={field} />}
      {values.method === 'OIDC' && (
        <Checkbox isSelected={values.needsNone} onChange={(needsNone) => change({ needsNone, client_secret: '' })}>
          {t('noSecret')}
        </Checkbox>
      )}
      <div className={styles.fields}>
        <TextField
          {...field('match_claim')}
          label={t(isDirectory ? 'matchAttribute' : isSaml ? 'samlMatch' : 'matchClaim')}
          description={t(isDirectory ? 'matchAttributeHint' : isSaml ? 'samlMatchHint' : 'matchClaimHint')}
        />
        <Select
          label={t('matchField')}
          options={MATCH_FIELDS.filter((key) => values.method === 'OIDC' || key !== 'email').map((key) => ({
            key,
            text: t(`field_${key}`),
          }))}
          value={values.match_field}
          onChange={(match_field) => change({ match_field })}
        />
      </div>
      {values.method === 'OIDC' && <TextField {...field('scope')} label={t('scope')} />}
      {!isDirectory && (
        <Checkbox isSelected={values.second_step} onChange={(second_step) => change({ second_step })}>
          {t('secondStep')}
        </Checkbox>
      )}
      {!isDirectory && values.second_step && (
        <TextField
          {...field('second_step_values')}
          label={t('secondStepValues')}
          description={t(isSaml ? 'secondStepValuesSaml' : 'secondStepValuesHint')}
        />
      )}
      <Checkbox isSelected={values.is_on} onChange={(is_on) => change({ is_on })}>
        {t('isOn')}
      </Checkbox>
      <Select
        label={t('passwords')}
        options={PASSWORD_RULES.map((key) => ({ key, text: t(`passwords_${key}`) }))}
        value={values.passwords}
        onChange={(passwords) => change({ passwords })}
      />
      <p className={styles.hint}>{t('passwordsHint')}</p>
      {driver && driver.people > 0 && <p className={styles.hint}>{t('people', { count: driver.people })}</p>}
      {isDirectory && <TextField {...field('person')} label={t('person')} description={t('personHint')} />}
      {isProofAsked(driver, values) && (
        <>
          <PasswordField
            label={t('password')}
            description={t('passwordHint')}
            name="own_password"
            autoComplete="current-password"
            value={values.password}
            onChange={(password) => change({ password })}
            errorMessage={errorOf('password')}
            texts={texts}
          />
          {(values.code !== '' || errorOf('code')) && (
            <TextField
              label={t('code')}
              name="own_code"
              autoComplete="one-time-code"
              value={values.code}
              onChange={(code) => change({ code })}
              errorMessage={errorOf('code')}
            />
          )}
        </>
      )}
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('save')}
        </Button>
        <Button icon="check" isPending={check.isPending} onPress={tryOut}>
          {t('check')}
        </Button>
        {driver && (
          <Button look="quiet" icon="trash" onPress={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        )}
      </div>
      {driver && isRemoving && (
        <ConfirmDialog
          title={t('removeTitle', { name: driver.name })}
          texts={{ confirm: t('remove'), cancel: t('cancel'), close: t('shell:close') }}
          isPending={remove.isPending}
          onConfirm={takeAway}
          onClose={() => setRemoving(false)}
        >
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      )}
      <div role="status">
        {check.isPending && <p className={styles.hint}>{t('checking')}</p>}
        {check.data && <AuthDriverReport report={check.data} />}
        {check.data?.trial && (
          <ServiceTrial
            key={check.data.trial.uuid}
            trial={check.data.trial}
            params={params}
            redirect={isSaml ? null : ours.redirect_uri}
          />
        )}
      </div>
    </Form>
  );
}
