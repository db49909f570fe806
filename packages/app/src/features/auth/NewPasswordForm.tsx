import { rule } from '@kreide/core/validation';
import { type FormEvent, useState } from 'react';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { NewPasswordFields, useNewPassword } from './NewPasswordFields.tsx';
import styles from './PasswordReset.module.css';

interface NewPasswordFormProps {
  isPending: boolean;
  /** Why the server refused, in words. */
  problem: string | null;
  onSubmit: (password: string, confirmation: string, current: string) => void;
  /** The present password comes first; what the server said of it (P-5.15). */
  current?: { problem: string | undefined };
}

/** A new password, typed twice, after the present one where it is asked for. */
export function NewPasswordForm({ isPending, problem, onSubmit, current }: NewPasswordFormProps) {
  const { t } = useTranslation('auth');
  const entry = useNewPassword();
  const [present, setPresent] = useState('');
  const texts = usePasswordTexts();
  const { check, errorOf } = useRules(
    { current_password: present },
    { current_password: current ? [rule('required')] : [] },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    // Each says what is wrong with its own.
    const isSound = [check(), entry.check()].every(Boolean);
    if (isSound && !isPending) onSubmit(entry.password, entry.confirmation, present);
  }

  return (
    <form className={styles.content} onSubmit={submit} noValidate>
      {current && (
        <PasswordField
          label={t('security.current')}
          name="current_password"
          autoComplete="current-password"
          value={present}
          onChange={setPresent}
          errorMessage={errorOf('current_password') ?? current.problem}
          texts={texts}
        />
      )}
      <NewPasswordFields entry={entry} autoFocus={!current} />
      <Problem text={problem} />
      <Button type="submit" look="primary" wide isPending={isPending}>
        {t('passwordReset.submit')}
      </Button>
    </form>
  );
}
