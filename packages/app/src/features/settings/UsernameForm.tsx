import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { USERNAME, USERNAME_LENGTH } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useState } from 'react';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { PresentPassword } from './PresentPassword.tsx';
import { Section, SectionForm } from './Section.tsx';
import { useChange } from './use-change.ts';

/** The name that one signs in with, which needs the present password (P-5.17, P-7.56). */
export function UsernameForm({ known, onSaved }: { known: PersonSettings; onSaved: () => void }) {
  const { t } = useTranslation('settings');
  const [values, setValues] = useState({ username: known.username, current_password: '' });
  const { save, isPending, issues, problem } = useChange(profileApi.updateUsername);
  const { minimum, maximum } = USERNAME_LENGTH;
  const { check, errorOf } = useRules(values, {
    username: [rule('required'), rule('min', minimum), rule('max', maximum), rule('regex', USERNAME)],
    current_password: [rule('required')],
  });
  async function send() {
    if (!(await save(values))) return;
    toasts.show('success', t('profile.saved'));
    onSaved();
  }
  return (
    <Section title={t('profile.username')}>
      <SectionForm
        check={check}
        onSubmit={send}
        isPending={isPending}
        problem={problem}
        submit={t('profile.usernameSubmit')}
      >
        <TextField
          label={t('profile.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          description={t('profile.usernameText')}
          value={values.username}
          onChange={(username) => setValues({ ...values, username })}
          errorMessage={errorOf('username') ?? issues.username}
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
