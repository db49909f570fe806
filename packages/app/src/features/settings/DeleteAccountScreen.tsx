import { deletionApi, deletionStateOf } from '@kreide/core/features/settings';
import { ApiError } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../kernel/client.ts';
import { useSelf } from '../../kernel/session.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { DeletionCard } from './DeletionCard.tsx';
import { deletionQuery, writeDeletion } from './deletion-query.ts';
import { PresentPassword } from './PresentPassword.tsx';
import styles from './Profile.module.css';
import { Section, SectionForm } from './Section.tsx';
import { SELF } from './use-change.ts';

/** Asks the school to delete the account, and shows how far that is (P-2.60). */
export function DeleteAccountScreen() {
  const { t } = useTranslation('settings');
  const { school } = useSelf();
  const { data: status } = useQuery(deletionQuery);
  const isAsked = status !== undefined && deletionStateOf(status, new Date()) !== 'none';
  const isOpen = school.properties['users.deletion_request.enabled'];
  return (
    <div className={styles.page}>
      <DeletionCard />
      <Section title={t('delete.whatTitle')}>
        <p>{t('delete.what')}</p>
        <p>{t('delete.kept')}</p>
        <p className={styles.muted}>{isOpen ? t('delete.how') : t('delete.off')}</p>
      </Section>
      {status && !isAsked && isOpen && <RequestForm />}
    </div>
  );
}

/** Needs an address for the mails about it, and the password (P-5.18). */
function RequestForm() {
  const { t } = useTranslation(['settings', 'errors', 'shell']);
  const self = useSelf();
  const [values, setValues] = useState({ email: self.email ?? '', password: '' });
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { check, errorOf } = useRules(values, {
    email: [rule('required'), rule('email')],
    password: [rule('required')],
  });
  const issueOf = (field: string) => error?.issues.find(({ path }) => path === `body.${field}`)?.message;

  async function send() {
    setPending(true);
    setError(null);
    try {
      const args = { ...SELF, body: { ...values, email: values.email.trim() } };
      const { data } = await client.call(deletionApi.requestDeletion, args, { messages: false });
      toasts.show('success', t('delete.sent'));
      await writeDeletion(data);
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      setPending(false);
      setAsking(false);
    }
  }

  return (
    <Section title={t('delete.formTitle')}>
      <SectionForm
        check={check}
        onSubmit={() => setAsking(true)}
        isPending={isPending}
        problem={error && error.issues.length === 0 ? t(`errors:${error.code}`) : null}
        submit={t('delete.submit')}
      >
        <TextField
          label={t('delete.email')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          value={values.email}
          onChange={(email) => setValues({ ...values, email })}
          errorMessage={errorOf('email') ?? issueOf('email')}
        />
        <PresentPassword
          label={t('delete.password')}
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          errorMessage={errorOf('password') ?? issueOf('password')}
        />
      </SectionForm>
      {isAsking && (
        <ConfirmDialog
          title={t('delete.askTitle')}
          texts={{ confirm: t('delete.confirm'), cancel: t('delete.keep'), close: t('shell:close') }}
          icon="trash"
          isPending={isPending}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          <p>{t('delete.askText')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
