import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { rule } from '@kreide/core/validation';
import { useState } from 'react';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { PresentPassword } from './PresentPassword.tsx';
import { Section, SectionForm } from './Section.tsx';
import { useChange } from './use-change.ts';

/** A new address counts once the link that goes there is opened (P-5.16, P-7.55). */
export function EmailForm({
  known: { email, pending_email },
  onSaved,
}: {
  known: PersonSettings;
  onSaved: () => void;
}) {
  const { t } = useTranslation('settings');
  const [values, setValues] = useState({ email: '', current_password: '' });
  const { save, isPending, issues, problem } = useChange(profileApi.updateEmail);
  const { check, errorOf } = useRules(values, {
    email: [rule('required'), rule('email')],
    current_password: [rule('required')],
  });
  async function send() {
    if (!(await save({ ...values, email: values.email.trim() }))) return;
    toasts.show('success', t('profile.emailSent'));
    onSaved();
  }
  return (
    <Section title={t('profile.email')} about={email ? t('profile.emailIs', { email }) : t('profile.emailNone')}>
      {pending_email && <p role="status">{t('profile.emailPending', { email: pending_email })}</p>}
      <SectionForm
        check={check}
        onSubmit={send}
        isPending={isPending}
        problem={problem}
        submit={t('profile.emailSubmit')}
      >
        <TextField
          label={t('profile.emailNew')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          value={values.email}
          onChange={(next) => setValues({ ...values, email: next })}
          errorMessage={errorOf('email') ?? issues.email}
        />
        <PresentPassword
          value={values.current_password}
          onChange={(current_password) => setValues({ ...values, current_password })}
          errorMessage={errorOf('current_password') ?? issues.current_password}
        />
      </SectionForm>
    </Section>
  );
}
