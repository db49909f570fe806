import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';

interface BannerProps {
  kind: 'info' | 'warning' | 'danger' | 'inverse';
  icon: IconName;
  children: ReactNode;
  action?: ReactNode;
}

/** One line above the page about the state of the whole app; announced when it appears. */
export function Banner({ kind, icon, children, action }: BannerProps) {
  return (
    <div role="status" className={classes(styles.banner, styles[kind])}>
      <Icon name={icon} size={20} />
      <p>{children}</p>
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
