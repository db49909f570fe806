import { PASSWORD_MINIMUM, rule, toPasswordStrength } from '@kreide/core/validation';
import { useState } from 'react';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import styles from './NewPasswordFields.module.css';

/** A new password and its repetition, under the rules of every new password (P-5.19, P-5.20). */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { check, errorOf } = useRules(
    { password, password_confirmation: confirmation },
    {
      password: [rule('required'), rule('min', PASSWORD_MINIMUM)],
      password_confirmation: [rule('required'), rule('is', password)],
    },
  );
  return { password, setPassword, confirmation, setConfirmation, check, errorOf };
}

/** The two fields of it, with a hint about the strength (P-5.21 to P-5.24). */
export function NewPasswordFields({
  entry,
  autoFocus = false,
}: {
  entry: ReturnType<typeof useNewPassword>;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation('auth');
  const texts = usePasswordTexts();
  return (
    <>
      <PasswordField
        label={t('passwordReset.password')}
        name="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={entry.password}
        onChange={entry.setPassword}
        description={<StrengthHint password={entry.password} />}
        errorMessage={entry.errorOf('password')}
        texts={texts}
      />
      <PasswordField
        label={t('passwordReset.confirmation')}
        name="password_confirmation"
        autoComplete="new-password"
        value={entry.confirmation}
        onChange={entry.setConfirmation}
        errorMessage={entry.errorOf('password_confirmation')}
        texts={texts}
      />
    </>
  );
}

/** Strength as a bar and in words: how many characters are missing, moderate, strong. */
function StrengthHint({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const { percent, colour, note, missing } = toPasswordStrength(password);
  return (
    <span className={styles.strength}>
      <span className={styles.bar} data-colour={colour} aria-hidden="true">
        <span className={styles.level} style={{ inlineSize: `${percent}%` }} />
      </span>
      <span aria-live="polite">
        {note === 'missing' ? t('passwordReset.missing', { count: missing }) : t(`passwordReset.${note}`)}
      </span>
    </span>
  );
}
