import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link';
import styles from './Button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'inverse';

interface Look {
  look?: ButtonLook;
  icon?: IconName | undefined;
  /** Fills the available width. */
  wide?: boolean;
  children: ReactNode;
}

type ButtonProps = Look &
  Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'isPending'> & {
    /** Busy: says so, keeps place and focus, and ignores further presses. */
    isPending?: boolean;
  };

/** A button with a text label. */
export function Button({ look = 'secondary', icon, wide = false, isPending = false, children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(isPending ? { onPress: () => {}, type: 'button', 'aria-disabled': true } : {})}
      className={classes(styles.button, styles[look], wide && styles.wide)}
    >
      {isPending ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </AriaButton>
  );
}

type LinkButtonProps = Look & Omit<AriaLinkProps, 'className' | 'children' | 'style'> & { href: string };

/** A link to another page, styled as a button. */
export function LinkButton({ look = 'secondary', icon, wide = false, children, ...props }: LinkButtonProps) {
  return (
    <AriaLink {...props} className={classes(styles.button, styles[look], wide && styles.wide)}>
      {icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </AriaLink>
  );
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  icon: IconName;
  /** What the button does: its accessible name and its tooltip. */
  label: string;
}

/** A button that shows only an icon. */
export function IconButton({ icon, label, ...props }: IconButtonProps) {
  return (
    <span className={styles.iconHolder} title={label}>
      <AriaButton {...props} aria-label={label} className={classes(styles.button, styles.quiet, styles.iconOnly)}>
        <Icon name={icon} />
      </AriaButton>
    </span>
  );
}
