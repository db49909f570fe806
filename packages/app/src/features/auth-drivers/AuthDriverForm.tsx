import {
  AUTH_DRIVER_PRESETS,
  type AuthDriver,
  authDriversApi,
  driverProblems,
  MATCH_FIELDS,
  PASSWORD_RULES,
  USUAL_SCOPE,
} from '@kreide/core/features/auth-drivers';
import { ApiError } from '@kreide/core/kernel';
import { required } from '@kreide/core/validation';
import { useMutation } from '@tanstack/react-query';
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

interface AuthDriverFormProps {
  driver: AuthDriver | null;
  params: { id: string };
}

/** What stands in the fields; the secret of a driver never does. */
const toValues = (driver: AuthDriver | null) => ({
  name: driver?.name ?? '',
  issuer: driver?.issuer ?? '',
  client: driver?.client ?? '',
  client_secret: '',
  needsNone: driver !== null && !driver.has_secret,
  scope: driver?.scope ?? USUAL_SCOPE,
  match_claim: driver?.match_claim ?? 'email',
  match_field: driver?.match_field ?? ('email' as const),
  is_on: driver?.is_on ?? true,
  passwords: driver?.passwords ?? ('EVERYBODY' as const),
});

type Values = ReturnType<typeof toValues>;
const WRITTEN = ['name', 'issuer', 'client', 'scope', 'match_claim'] as const;

function settingsOf({ client_secret, needsNone, is_on, passwords, ...settings }: Values) {
  return { ...settings, ...(needsNone ? { client_secret: null } : client_secret === '' ? {} : { client_secret }) };
}

/** The address of the service and our client there; somebody can try the settings before saving them. */
export function AuthDriverForm({ driver, params }: AuthDriverFormProps) {
  const { t } = useTranslation(['auth-drivers', 'errors', 'shell']);
  const texts = usePasswordTexts();
  const [isRemoving, setRemoving] = useState(false);
  const [preset, setPreset] = useState('none');
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
      ...WRITTEN.flatMap((field) => (required(values[field]) ? [] : [{ field, text: t('missing') }])),
      ...driverProblems(values)
        .filter(({ field }) => required(values[field]))
        .map(({ field, rule }) => ({ field, text: t(`rules.${rule}`) })),
      ...(driver || values.needsNone || values.client_secret !== ''
        ? []
        : [{ field: 'client_secret', text: t('missing') }]),
    ],
    send: (values, item) => {
      check.reset();
      const updated_at = item?.updated_at ?? null;
      return save.mutateAsync({
        params,
        body: { ...settingsOf(values), is_on: values.is_on, passwords: values.passwords, updated_at },
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
  const field = (name: (typeof WRITTEN)[number]) => ({
    name: `driver_${name}`,
    value: values[name],
    autoComplete: 'off',
    autoCapitalize: 'none' as const,
    spellCheck: 'false' as const,
    onChange: (value: string) => change({ [name]: value }),
    errorMessage: errorOf(name),
  });

  function tryOut() {
    if (check.isPending || !form.check([...WRITTEN, 'client_secret'])) return;
    check.mutate({ params, body: settingsOf(values) }, { onError: form.refuse });
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
        { label: t('passwords'), show: (one) => t(`passwords_${one.passwords}`) },
      ]}
    >
      {!driver && (
        <Select
          label={t('preset')}
          options={[
            { key: 'none', text: t('noPreset') },
            ...Object.entries(AUTH_DRIVER_PRESETS).map(([key, { name }]) => ({ key, text: name })),
          ]}
          value={preset}
          onChange={(key) => {
            setPreset(key);
            change(AUTH_DRIVER_PRESETS[key] ?? {});
          }}
        />
      )}
      <div className={styles.fields}>
        <TextField {...field('name')} label={t('name')} description={t('nameHint')} />
        <TextField {...field('issuer')} label={t('issuer')} description={t('issuerHint')} />
        <TextField {...field('client')} label={t('clientId')} />
        <PasswordField
          label={t('secret')}
          name="driver_secret"
          autoComplete="new-password"
          description={driver?.has_secret ? t('secretHint') : undefined}
          value={values.client_secret}
          onChange={(client_secret) => change({ client_secret, needsNone: false })}
          errorMessage={errorOf('client_secret')}
          texts={texts}
        />
      </div>
      <Checkbox isSelected={values.needsNone} onChange={(needsNone) => change({ needsNone, client_secret: '' })}>
        {t('noSecret')}
      </Checkbox>
      <div className={styles.fields}>
        <TextField {...field('match_claim')} label={t('matchClaim')} description={t('matchClaimHint')} />
        <Select
          label={t('matchField')}
          options={MATCH_FIELDS.map((key) => ({ key, text: t(`field_${key}`) }))}
          value={values.match_field}
          onChange={(match_field) => change({ match_field })}
        />
      </div>
      <TextField {...field('scope')} label={t('scope')} />
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
      </div>
    </Form>
  );
}
