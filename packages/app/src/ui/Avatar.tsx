import styles from './Avatar.module.css';
import { classes } from './classes.ts';

/** The twelve hues, in the order of their classes. */
const HUES = 12;

interface AvatarProps {
  /** Draws the tint: somebody keeps theirs everywhere. */
  id: number;
  /** First and last name, or the name of a group. */
  name: readonly [string, string?];
  size?: 's' | 'm' | 'l';
  /** The tint that was chosen, from 1 to 12, in the place of that of the id. */
  hue?: number | null;
  /** Groups have rounded corners, people are round. */
  isGroup?: boolean;
}

/** The first letters of both names; of a short name of a group, such as 10b, the name itself. */
export function initialsOf([first, last = '']: AvatarProps['name']): string {
  const [one = '', other = ''] = [first, last].map((name) => [...name.trim()][0] ?? '');
  return last === '' && first.length <= 3 ? first : `${one}${other}`;
}

/** Initials on a tint drawn from the id. Decorative: the name stands beside it. */
export function Avatar({ id, name, size = 'm', hue: chosen = null, isGroup = false }: AvatarProps) {
  const hue = `hue${chosen ?? ((id * 7) % HUES) + 1}` as const;
  return (
    <span
      className={classes(styles.avatar, styles[size], styles[hue], isGroup && styles.group)}
      aria-hidden="true"
      translate="no"
    >
      {initialsOf(name)}
    </span>
  );
}
