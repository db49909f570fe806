import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';

interface CodeFieldProps {
  /** Six digits, a recovery code, or whichever somebody has. */
  kind: 'digits' | 'recovery' | 'either';
  label?: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage?: string | undefined;
  autoFocus?: boolean;
}

/** A code as it is pasted, with spaces and hyphens; keyboards offer digits, and the code of a message that came. */
export function CodeField({ kind, label, name = 'code', autoFocus = false, ...props }: CodeFieldProps) {
  const { t } = useTranslation('two-factor');
  return (
    <TextField
      {...props}
      label={label ?? t(kind === 'recovery' ? 'step.recovery' : 'step.code')}
      name={name}
      icon="lock"
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      inputMode={kind === 'digits' ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck="false"
      maxLength={40}
      // The page is about nothing else.
      autoFocus={autoFocus}
    />
  );
}
