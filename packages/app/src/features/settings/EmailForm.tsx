import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { rule } from '@kreide/core/validation';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { PresentPassword } from './PresentPassword.tsx';
import { Section, SectionForm } from './Section.tsx';
import { saveChange } from './save-change.ts';

/** A new address counts once the link that goes there is opened (P-5.16, P-7.55). */
export function EmailForm({
  known: { email, pending_email },
  onSaved,
}: {
  known: PersonSettings;
  onSaved: () => void;
}) {
  const { t } = useTranslation('settings');
  const form = useForm({
    initial: { email: '', current_password: '' },
    problems: useFieldRules({
      email: [rule('required'), rule('email')],
      current_password: [rule('required')],
    }),
    send: (values) => saveChange(profileApi.updateEmail, { ...values, email: values.email.trim() }),
    onSaved: () => {
      toasts.show('success', t('profile.emailSent'));
      onSaved();
    },
  });
  const { values, change, errorOf } = form;
  return (
    <Section title={t('profile.email')} about={email ? t('profile.emailIs', { email }) : t('profile.emailNone')}>
      {pending_email && <p role="status">{t('profile.emailPending', { email: pending_email })}</p>}
      <SectionForm form={form} submit={t('profile.emailSubmit')}>
        <TextField
          label={t('profile.emailNew')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          value={values.email}
          onChange={(next) => change({ email: next })}
          errorMessage={errorOf('email')}
        />
        <PresentPassword
          value={values.current_password}
          onChange={(current_password) => change({ current_password })}
          errorMessage={errorOf('current_password')}
        />
      </SectionForm>
    </Section>
  );
}
