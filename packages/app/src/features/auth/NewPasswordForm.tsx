import type { ApiError } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { NewPasswordFields, NO_PASSWORD, useNewPasswordRules } from './NewPasswordFields.tsx';
import styles from './PasswordReset.module.css';
import { useProblemWords } from './use-problem-words.ts';

interface NewPasswordFormProps {
  onSubmit: (password: string, confirmation: string, current: string) => Promise<unknown>;
  onFailed?: (error: ApiError) => void;
  /** The present password comes first (P-5.15). */
  hasCurrent?: boolean;
}

/** A new password, typed twice, after the present one where it is asked for. A changed one leaves empty fields behind. */
export function NewPasswordForm({ onSubmit, onFailed, hasCurrent = false }: NewPasswordFormProps) {
  const { t } = useTranslation('auth');
  const toWords = useProblemWords();
  const texts = usePasswordTexts();
  const currentRules = useFieldRules({ current_password: hasCurrent ? [rule('required')] : [] });
  const newRules = useNewPasswordRules();
  const form = useForm({
    initial: { ...NO_PASSWORD, current_password: '' },
    problems: (values) => [...currentRules(values), ...newRules(values)],
    send: (values) => onSubmit(values.password, values.password_confirmation, values.current_password),
    onSaved: () => {
      form.reset({ ...NO_PASSWORD, current_password: '' });
    },
    ...(onFailed && { onFailed }),
    toWords,
  });
  const { values, change, errorOf } = form;

  return (
    <BareForm form={form} className={styles.content}>
      {hasCurrent && (
        <PasswordField
          label={t('security.current')}
          name="current_password"
          autoComplete="current-password"
          value={values.current_password}
          onChange={(current_password) => change({ current_password })}
          errorMessage={errorOf('current_password')}
          texts={texts}
        />
      )}
      <NewPasswordFields values={values} onChange={change} errorOf={errorOf} autoFocus={!hasCurrent} />
      <Problem text={form.failure} />
      <Button type="submit" look="primary" wide isPending={form.isPending}>
        {t('passwordReset.submit')}
      </Button>
    </BareForm>
  );
}
