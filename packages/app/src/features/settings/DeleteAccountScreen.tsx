import { deletionApi, deletionStateOf } from '@kreide/core/features/settings';
import { rule } from '@kreide/core/validation';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { DeletionCard } from './DeletionCard.tsx';
import { deletionQuery, writeDeletion } from './deletion-query.ts';
import { PresentPassword } from './PresentPassword.tsx';
import styles from './Profile.module.css';
import { Section, SectionForm } from './Section.tsx';
import { SELF } from './save-change.ts';

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
  const { t } = useTranslation(['settings', 'shell']);
  const self = useSelf();
  const form = useForm({
    initial: { email: self.email ?? '', password: '' },
    problems: useFieldRules({
      email: [rule('required'), rule('email')],
      password: [rule('required')],
    }),
    asks: () => true,
    send: ({ email, password }) => {
      const args = { ...SELF, body: { email: email.trim(), password } };
      return client.call(deletionApi.requestDeletion, args, { messages: false });
    },
    onSaved: async ({ data }) => {
      toasts.show('success', t('delete.sent'));
      await writeDeletion(data);
    },
  });
  const { values, change, errorOf } = form;

  return (
    <Section title={t('delete.formTitle')}>
      <SectionForm form={form} submit={t('delete.submit')}>
        <TextField
          label={t('delete.email')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          value={values.email}
          onChange={(email) => change({ email })}
          errorMessage={errorOf('email')}
        />
        <PresentPassword
          label={t('delete.password')}
          value={values.password}
          onChange={(password) => change({ password })}
          errorMessage={errorOf('password')}
        />
      </SectionForm>
      {form.isAsking && (
        <ConfirmDialog
          title={t('delete.askTitle')}
          texts={{ confirm: t('delete.confirm'), cancel: t('delete.keep'), close: t('shell:close') }}
          icon="trash"
          isPending={form.isPending}
          onConfirm={form.confirm}
          onClose={form.cancel}
        >
          <p>{t('delete.askText')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
