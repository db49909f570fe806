import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Link } from './Link.tsx';

interface IconLinkProps extends Omit<ComponentProps<typeof Link>, 'className' | 'children' | 'aria-label'> {
  icon: IconName;
  /** Where it leads: its accessible name and its tooltip. */
  label: string;
}

/** A link to another page that shows only an icon. */
export function IconLink({ icon, label, ...props }: IconLinkProps) {
  return (
    <Link {...props} aria-label={label} title={label} className={classes(styles.button, styles.quiet, styles.iconOnly)}>
      <Icon name={icon} />
    </Link>
  );
}
