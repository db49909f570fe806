import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox';
import styles from './Checkbox.module.css';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'children' | 'style'> {
  children: ReactNode;
}

/** A checkbox with its label beside it; the whole line can be pressed. */
export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={classes(styles.checkbox)}>
      <span className={styles.box} aria-hidden="true">
        <Icon name="check" size={16} />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}
