import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Tag.module.css';

export type TagLook = 'plain' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'inverse' | 'outline' | 'dashed';

/** A state in a word or two; square, unlike a count. */
export function Tag({ look = 'plain', icon, children }: { look?: TagLook; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classes(styles.tag, styles[look])}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
