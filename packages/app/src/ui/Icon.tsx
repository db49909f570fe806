import { classes } from './classes.ts';
import styles from './Icon.module.css';
import { ICON_PATHS } from './icon-paths.ts';
import { type LateIconName, LatePath } from './LateIcon.tsx';

type FirstIconName = keyof typeof ICON_PATHS;
export type IconName = FirstIconName | LateIconName;

const isFirst = (name: IconName): name is FirstIconName => name in ICON_PATHS;

interface IconProps {
  name: IconName;
  /** Width and height in CSS pixels at the default text size; scales with the text. */
  size?: 16 | 20 | 24 | 32 | 40;
  className?: string;
}

/** A decorative icon beside text: hidden from screen readers, in the text colour. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg
      className={classes(styles.icon, styles[`size${size}`], className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {isFirst(name) ? <path d={ICON_PATHS[name]} /> : <LatePath name={name} />}
    </svg>
  );
}
