import type { ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import styles from './Switch.module.css';

interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children' | 'style'> {
  children: ReactNode;
}

/** A setting that takes effect at once; its label comes first, and the whole line can be pressed. */
export function Switch({ children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={classes(styles.switch)}>
      <span>{children}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb}>
          <Icon name="check" size={16} />
        </span>
      </span>
    </AriaSwitch>
  );
}
