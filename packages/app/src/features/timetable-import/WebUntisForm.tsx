import { WEBUNTIS_INTERVAL, type WebUntisConnection } from '@kreide/core/features/timetable-import';
import { rule } from '@kreide/core/validation';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { LeaveQuestion } from '../../kernel/LeaveQuestion.tsx';
import { useSelf } from '../../kernel/session.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useRules } from '../../kernel/use-rules.ts';
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

type Field = 'address' | 'school_name' | 'username' | 'password' | 'interval_minutes';

/** What stands in the fields; the password of a connection never does. */
const toValues = (connection: WebUntisConnection | null, mayPublish: boolean) => ({
  address: connection?.address ?? '',
  school_name: connection?.school_name ?? '',
  username: connection?.username ?? '',
  password: '',
  interval: String(connection?.interval_minutes ?? WEBUNTIS_INTERVAL.usual),
  is_on: connection?.is_on ?? true,
  publishes: connection?.publishes ?? mayPublish,
  updated_at: connection?.updated_at ?? null,
});

const REQUIRED = [rule('required')];

/** Where the school's WebUntis is and who reads it; what is entered can be tried before it is saved. */
export function WebUntisForm({ connection, actions }: WebUntisFormProps) {
  const { t } = useTranslation(['timetable-import', 'errors']);
  const mayPublish = useSelf().permissions.includes('publish-timetable-entities');
  const { params, save, check } = actions;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => toValues(connection, mayPublish));
  /** What it began with; a look at WebUntis in between changes neither. */
  const [first, setFirst] = useState(values);
  const isChanged = useCallback(() => JSON.stringify(values) !== JSON.stringify(first), [values, first]);
  const { address, school_name, username, password, interval, is_on, publishes, updated_at } = values;
  const rules = useRules(
    { address, school_name, username, password },
    { address: REQUIRED, school_name: REQUIRED, username: REQUIRED, ...(connection ? {} : { password: REQUIRED }) },
  );
  const [hasTried, setTried] = useState(false);
  const minutes = /^\d{1,4}$/.test(interval.trim()) ? Number(interval) : 0;
  const isInterval = minutes >= WEBUNTIS_INTERVAL.minimum && minutes <= WEBUNTIS_INTERVAL.maximum;
  const account = { address, school_name, username, ...(password === '' ? {} : { password }) };

  /** What the server says about a field, until it is changed. */
  const failure = save.error ?? check.error;
  const issueOf = (field: Field) =>
    failure?.issues.find(({ path }) => path === `body.${field}` || path === `body.account.${field}`)?.message;
  const general = failure && failure.issues.length === 0 ? failure.code : null;
  const change = (changed: Partial<typeof values>) => {
    setValues({ ...values, ...changed });
    if (save.error) save.reset();
    if (check.error || check.data) check.reset();
  };
  const field = (name: 'address' | 'school_name' | 'username') => ({
    name: `webuntis_${name}`,
    value: values[name],
    autoComplete: 'off',
    autoCapitalize: 'none' as const,
    onChange: (value: string) => change({ [name]: value }),
    errorMessage: rules.errorOf(name) ?? issueOf(name),
  });
  const toFirstProblem = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  function isReady(isSaved: boolean): boolean {
    if (isSaved) setTried(true);
    const isRight = rules.check() && (!isSaved || isInterval);
    if (!isRight) toFirstProblem();
    return isRight;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending || !isReady(true)) return;
    check.reset();
    save.mutate(
      { params, body: { ...account, interval_minutes: minutes, is_on, publishes, updated_at } },
      {
        onSuccess: (saved) => {
          const next = toValues(saved, mayPublish);
          setValues(next);
          setFirst(next);
          toasts.show('success', t('webuntis.saved'));
        },
        onError: toFirstProblem,
      },
    );
  }

  function tryOut() {
    if (check.isPending || !isReady(false)) return;
    save.reset();
    check.mutate({ params, body: { account } }, { onError: toFirstProblem });
  }

  return (
    <form className={styles.form} onSubmit={submit} ref={form} noValidate aria-label={t('webuntis.title')}>
      <LeaveQuestion isChanged={isChanged} text={t('webuntis.leave')} />
      <div className={styles.fields}>
        <TextField {...field('address')} label={t('webuntis.address')} description={t('webuntis.addressHint')} />
        <TextField {...field('school_name')} label={t('webuntis.schoolName')} />
        <TextField {...field('username')} label={t('webuntis.username')} />
        <PasswordField
          label={t('webuntis.password')}
          name="webuntis_password"
          autoComplete="new-password"
          description={connection ? t('webuntis.passwordHint') : undefined}
          value={password}
          onChange={(value) => change({ password: value })}
          errorMessage={rules.errorOf('password') ?? issueOf('password')}
          texts={usePasswordTexts()}
        />
        <TextField
          label={t('webuntis.interval')}
          name="webuntis_interval"
          inputMode="numeric"
          description={t('webuntis.intervalHint')}
          value={interval}
          onChange={(value) => change({ interval: value })}
          errorMessage={
            (hasTried && !isInterval ? t('webuntis.badInterval') : undefined) ?? issueOf('interval_minutes')
          }
        />
      </div>
      <Checkbox isSelected={is_on} onChange={(value) => change({ is_on: value })}>
        {t('webuntis.isOn')}
      </Checkbox>
      <Checkbox isSelected={publishes} isDisabled={!mayPublish} onChange={(value) => change({ publishes: value })}>
        {t('webuntis.publishes')}
      </Checkbox>
      <Problem text={general && (general === 'conflict' ? t('webuntis.conflict') : t(`errors:${general}`))} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={save.isPending}>
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
    </form>
  );
}
