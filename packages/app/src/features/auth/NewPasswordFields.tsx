import { PASSWORD_MINIMUM, rule, toPasswordStrength } from '@kreide/core/validation';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import styles from './NewPasswordFields.module.css';

export const NO_PASSWORD = { password: '', password_confirmation: '' };

/** What is wrong with a new password and its repetition, under the rules of every new password (P-5.19, P-5.20). */
export function useNewPasswordRules() {
  return useFieldRules(({ password }: typeof NO_PASSWORD) => ({
    password: [rule('required'), rule('min', PASSWORD_MINIMUM)],
    password_confirmation: [rule('required'), rule('is', password)],
  }));
}

interface NewPasswordFieldsProps {
  values: typeof NO_PASSWORD;
  onChange: (part: Partial<typeof NO_PASSWORD>) => void;
  errorOf: (field: keyof typeof NO_PASSWORD) => string | undefined;
  autoFocus?: boolean;
}

/** The two fields of it, with a hint about the strength (P-5.21 to P-5.24). */
export function NewPasswordFields({ values, onChange, errorOf, autoFocus = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  const texts = usePasswordTexts();
  return (
    <>
      <PasswordField
        label={t('passwordReset.password')}
        name="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={values.password}
        onChange={(password) => onChange({ password })}
        description={<StrengthHint password={values.password} />}
        errorMessage={errorOf('password')}
        texts={texts}
      />
      <PasswordField
        label={t('passwordReset.confirmation')}
        name="password_confirmation"
        autoComplete="new-password"
        value={values.password_confirmation}
        onChange={(password_confirmation) => onChange({ password_confirmation })}
        errorMessage={errorOf('password_confirmation')}
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
