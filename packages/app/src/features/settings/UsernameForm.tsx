import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { USERNAME, USERNAME_LENGTH } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { PresentPassword } from './PresentPassword.tsx';
import { Section, SectionForm } from './Section.tsx';
import { saveChange } from './save-change.ts';

/** The name that one signs in with, which needs the present password (P-5.17, P-7.56). */
export function UsernameForm({ known, onSaved }: { known: PersonSettings; onSaved: () => void }) {
  const { t } = useTranslation('settings');
  const { minimum, maximum } = USERNAME_LENGTH;
  const form = useForm({
    initial: { username: known.username, current_password: '' },
    problems: useFieldRules({
      username: [rule('required'), rule('min', minimum), rule('max', maximum), rule('regex', USERNAME)],
      current_password: [rule('required')],
    }),
    send: (values) => saveChange(profileApi.updateUsername, values),
    onSaved: () => {
      toasts.show('success', t('profile.saved'));
      onSaved();
    },
  });
  const { values, change, errorOf } = form;
  return (
    <Section title={t('profile.username')}>
      <SectionForm form={form} submit={t('profile.usernameSubmit')}>
        <TextField
          label={t('profile.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          description={t('profile.usernameText')}
          value={values.username}
          onChange={(username) => change({ username })}
          errorMessage={errorOf('username')}
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
