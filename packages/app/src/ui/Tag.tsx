import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Tag.module.css';

export type TagLook = 'plain' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'inverse' | 'outline' | 'dashed';

interface TagProps {
  look?: TagLook;
  /** A line in the colour of the look in the place of its ground. */
  isOutlined?: boolean;
  icon?: IconName;
  children: ReactNode;
}

/** A state in a word or two; square, unlike a count. */
export function Tag({ look = 'plain', isOutlined = false, icon, children }: TagProps) {
  return (
    <span className={classes(styles.tag, styles[look], isOutlined && styles.outlined)}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
