import { WEBUNTIS_INTERVAL, type WebUntisConnection } from '@kreide/core/features/timetable-import';
import { rule } from '@kreide/core/validation';
import { Form } from '../../kernel/form/Form.tsx';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './ImportScreens.module.css';
import type { WebUntisActions } from './use-webuntis.ts';
import { WebUntisReport } from './WebUntisReport.tsx';

interface WebUntisFormProps {
  connection: WebUntisConnection | null;
  actions: WebUntisActions;
}

/** What stands in the fields; the password of a connection never does. */
const toValues = (connection: WebUntisConnection | null, mayPublish: boolean) => ({
  address: connection?.address ?? '',
  school_name: connection?.school_name ?? '',
  username: connection?.username ?? '',
  password: '',
  interval_minutes: String(connection?.interval_minutes ?? WEBUNTIS_INTERVAL.usual),
  is_on: connection?.is_on ?? true,
  publishes: connection?.publishes ?? mayPublish,
});

type Values = ReturnType<typeof toValues>;

const REQUIRED = [rule('required')];
const ACCOUNT = ['address', 'school_name', 'username'] as const;

const accountOf = ({ address, school_name, username, password }: Values) => ({
  address,
  school_name,
  username,
  ...(password === '' ? {} : { password }),
});

/** 0: what is written is no number. */
const minutesOf = ({ interval_minutes }: Values): number =>
  /^\d{1,4}$/.test(interval_minutes.trim()) ? Number(interval_minutes) : 0;
const isInterval = (values: Values): boolean =>
  minutesOf(values) >= WEBUNTIS_INTERVAL.minimum && minutesOf(values) <= WEBUNTIS_INTERVAL.maximum;

/** The address of the school's WebUntis and the account that reads it; somebody can try both before saving them. */
export function WebUntisForm({ connection, actions }: WebUntisFormProps) {
  const { t } = useTranslation(['timetable-import', 'errors']);
  const mayPublish = useSelf().permissions.includes('publish-timetable-entities');
  const { params, save, check } = actions;
  const accountProblems = useFieldRules({
    address: REQUIRED,
    school_name: REQUIRED,
    username: REQUIRED,
    ...(connection ? {} : { password: REQUIRED }),
  });
  const form = useForm({
    initial: () => toValues(connection, mayPublish),
    item: connection,
    problems: (values) => [
      ...accountProblems(values),
      ...(isInterval(values) ? [] : [{ field: 'interval_minutes', text: t('webuntis.badInterval') }]),
    ],
    send: (values, item) => {
      check.reset();
      const { is_on, publishes } = values;
      const interval_minutes = minutesOf(values);
      const updated_at = item?.updated_at ?? null;
      return save.mutateAsync({
        params,
        body: { ...accountOf(values), interval_minutes, is_on, publishes, updated_at },
      });
    },
    onSaved: (saved) => {
      form.reset(toValues(saved, mayPublish), saved);
      toasts.show('success', t('webuntis.saved'));
    },
    newest: async () => {
      const item = await actions.newest();
      return { item, values: toValues(item, mayPublish) };
    },
    toWords: (error) => (error.code === 'conflict' ? t('webuntis.conflict') : toReason(t, error)),
  });
  const { values, errorOf } = form;
  const change = (part: Partial<Values>) => {
    form.change(part);
    if (check.error || check.data) check.reset();
  };
  const field = (name: (typeof ACCOUNT)[number]) => ({
    name: `webuntis_${name}`,
    value: values[name],
    autoComplete: 'off',
    autoCapitalize: 'none' as const,
    onChange: (value: string) => change({ [name]: value }),
    errorMessage: errorOf(name),
  });

  function tryOut() {
    if (check.isPending || !form.check([...ACCOUNT, 'password'])) return;
    check.mutate({ params, body: { account: accountOf(values) } }, { onError: form.refuse });
  }

  return (
    <Form
      form={form}
      className={styles.form}
      aria-label={t('webuntis.title')}
      leaveText={t('webuntis.leave')}
      parts={[
        { label: t('webuntis.address'), show: (one) => one.address },
        { label: t('webuntis.schoolName'), show: (one) => one.school_name },
        { label: t('webuntis.username'), show: (one) => one.username },
        { label: t('webuntis.interval'), show: (one) => one.interval_minutes },
      ]}
    >
      <div className={styles.fields}>
        <TextField {...field('address')} label={t('webuntis.address')} description={t('webuntis.addressHint')} />
        <TextField {...field('school_name')} label={t('webuntis.schoolName')} />
        <TextField {...field('username')} label={t('webuntis.username')} />
        <PasswordField
          label={t('webuntis.password')}
          name="webuntis_password"
          autoComplete="new-password"
          description={connection ? t('webuntis.passwordHint') : undefined}
          value={values.password}
          onChange={(value) => change({ password: value })}
          errorMessage={errorOf('password')}
          texts={usePasswordTexts()}
        />
        <TextField
          label={t('webuntis.interval')}
          name="webuntis_interval"
          inputMode="numeric"
          description={t('webuntis.intervalHint')}
          value={values.interval_minutes}
          onChange={(value) => change({ interval_minutes: value })}
          errorMessage={errorOf('interval_minutes')}
        />
      </div>
      <Checkbox isSelected={values.is_on} onChange={(value) => change({ is_on: value })}>
        {t('webuntis.isOn')}
      </Checkbox>
      <Checkbox
        isSelected={values.publishes}
        isDisabled={!mayPublish}
        onChange={(value) => change({ publishes: value })}
      >
        {t('webuntis.publishes')}
      </Checkbox>
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('webuntis.save')}
        </Button>
        <Button icon="check" isPending={check.isPending} onPress={tryOut}>
          {t('webuntis.check')}
        </Button>
      </div>
      <div role="status">
        {check.isPending && <p className={styles.hint}>{t('webuntis.checking')}</p>}
        {check.data && <WebUntisReport report={check.data} />}
      </div>
    </Form>
  );
}
