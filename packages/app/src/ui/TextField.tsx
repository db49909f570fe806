import type { CSSProperties, ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { classes } from './classes.ts';
import styles from './Field.module.css';
import { Icon, type IconName } from './Icon.tsx';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  /** Left out where `aria-label` names the field. */
  label?: string;
  description?: ReactNode;
  /** The error message, shown and announced with the field; an empty one marks it as wrong without words. */
  errorMessage?: string | undefined;
  icon?: IconName;
  placeholder?: string;
  autoCapitalize?: 'none' | 'sentences';
  /** A control at the end of the field. */
  trailing?: ReactNode;
  /** So many lines at first; it grows with what is written, up to a height at which it scrolls (T-9.11). */
  lines?: number;
  /** Another height at which it scrolls, CSS pixels. */
  tallest?: number;
}

/** A text field of one line, or of several, with its label above, help and error below. */
export function TextField({
  label,
  description,
  errorMessage,
  icon,
  placeholder = '',
  autoCapitalize = 'sentences',
  trailing,
  lines,
  tallest,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={errorMessage !== undefined} className={classes(styles.field)}>
      {label && <Label className={classes(styles.label)}>{label}</Label>}
      <div className={styles.frame}>
        {icon && <Icon name={icon} size={20} className={classes(styles.leading)} />}
        {lines === undefined ? (
          <Input className={classes(styles.input)} placeholder={placeholder} autoCapitalize={autoCapitalize} />
        ) : (
          <TextArea
            className={classes(styles.input, styles.lines)}
            placeholder={placeholder}
            autoCapitalize={autoCapitalize}
            rows={lines}
            style={{ '--lines': lines, ...(tallest && { '--tallest': `${tallest}px` }) } as CSSProperties}
          />
        )}
        {trailing}
      </div>
      {description && (
        <Text slot="description" className={classes(styles.description)}>
          {description}
        </Text>
      )}
      {errorMessage && (
        <FieldError className={classes(styles.error)}>
          <Icon name="alert" size={16} /> {errorMessage}
        </FieldError>
      )}
    </AriaTextField>
  );
}
