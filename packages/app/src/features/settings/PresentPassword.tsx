import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';

interface PresentPasswordProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
}

/** The present password, for changes that need it. */
export function PresentPassword({ label, ...field }: PresentPasswordProps) {
  const { t } = useTranslation(['settings', 'auth']);
  const texts = usePasswordTexts();
  return (
    <PasswordField
      {...field}
      label={label ?? t('profile.current')}
      name="current_password"
      autoComplete="current-password"
      texts={texts}
    />
  );
}
