import { type KeyboardEvent, useState } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
  /** Labels of the button that shows and hides the password, and the caps lock hint. */
  texts: { show: string; hide: string; capsLock: string };
}

/** A password field that can show its value, with a hint while caps lock is on. */
export function PasswordField({ texts, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <TextField
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck="false"
        onKeyDown={readCapsLock}
        onKeyUp={readCapsLock}
        onBlur={() => setCapsLock(false)}
        trailing={
          <IconButton
            icon={isShown ? 'eyeOff' : 'eye'}
            label={isShown ? texts.hide : texts.show}
            onPress={() => setShown(!isShown)}
          />
        }
      />
      <div aria-live="polite">
        {hasCapsLock && (
          <p className={styles.hint}>
            <Icon name="alert" size={16} /> {texts.capsLock}
          </p>
        )}
      </div>
    </div>
  );
}
