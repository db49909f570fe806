import { isPasswordConfirmed, PASSWORD_MINIMUM, toPasswordStrength } from '@kreide/core/validation';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import styles from './PasswordReset.module.css';

interface NewPasswordFormProps {
  isPending: boolean;
  /** Why the server refused, in words. */
  problem: string | null;
  onSubmit: (password: string, confirmation: string) => void;
}

/** A new password, typed twice, with a hint about its strength (P-5.19 to P-5.24). */
export function NewPasswordForm({ isPending, problem, onSubmit }: NewPasswordFormProps) {
  const { t } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [hasTried, setTried] = useState(false);
  const texts = { show: t('login.show'), hide: t('login.hide'), capsLock: t('login.capsLock') };
  const { missing } = toPasswordStrength(password);

  function toPasswordError(): string | undefined {
    if (password === '') return t('passwordReset.requiredPassword');
    return missing > 0 ? t('passwordReset.tooShort', { minimum: PASSWORD_MINIMUM }) : undefined;
  }
  function toConfirmationError(): string | undefined {
    if (confirmation === '') return t('passwordReset.requiredConfirmation');
    return confirmation === password ? undefined : t('passwordReset.different');
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!isPending && isPasswordConfirmed(password, confirmation)) onSubmit(password, confirmation);
  }

  return (
    <form className={styles.content} onSubmit={submit} noValidate>
      <PasswordField
        label={t('passwordReset.password')}
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={setPassword}
        description={<StrengthHint password={password} />}
        errorMessage={hasTried ? toPasswordError() : undefined}
        texts={texts}
      />
      <PasswordField
        label={t('passwordReset.confirmation')}
        name="password_confirmation"
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
        errorMessage={hasTried ? toConfirmationError() : undefined}
        texts={texts}
      />
      <div role="alert">
        {problem !== null && (
          <p className={styles.problem}>
            <Icon name="alert" size={20} />
            <span>{problem}</span>
          </p>
        )}
      </div>
      <Button type="submit" look="primary" wide isPending={isPending}>
        {t('passwordReset.submit')}
      </Button>
    </form>
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
