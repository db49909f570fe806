import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { Link } from './Link.tsx';
import styles from './RowList.module.css';

interface RowProps {
  icon?: IconName;
  /** Stands in the place of the icon, such as an avatar. */
  lead?: ReactNode;
  text: ReactNode;
  about?: ReactNode;
  /** At the end: a count, a time; a row that leads somewhere has an arrow. */
  end?: ReactNode;
}

function RowContent({ icon, lead, text, about, end }: RowProps) {
  return (
    <>
      {lead}
      {icon && <Icon name={icon} size={20} className={styles.icon ?? ''} />}
      <span className={styles.words}>
        <span className={styles.text}>{text}</span>
        {about && <span className={styles.about}>{about}</span>}
      </span>
      {end}
    </>
  );
}

/** Rows of one grammar: an icon or picture, the name above a detail, and something at the end. */
export function RowList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface LinkRowProps extends RowProps {
  href: string;
  onClick?: () => void;
  beside?: ReactNode;
}

/** A row that opens a page; `beside` it may stand a button that does something. */
export function LinkRow({ href, onClick, beside, ...row }: LinkRowProps) {
  return (
    <li className={beside ? styles.pair : undefined}>
      <Link to={href} className={styles.row} onClick={onClick}>
        <RowContent {...row} end={row.end ?? <Icon name="chevronRight" size={16} className={styles.icon ?? ''} />} />
      </Link>
      {beside}
    </li>
  );
}

/** A row that opens a page of somebody else in a tab of its own; `hint` says so. */
export function OutsideRow({ href, hint, ...row }: RowProps & { href: string; hint: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer" className={styles.row} title={hint}>
        <RowContent {...row} end={<Icon name="outside" size={16} className={styles.icon ?? ''} />} />
      </a>
    </li>
  );
}

/** A row that does something; `beside` it may stand a button that does something else. */
export function ActionRow({ onPress, beside, ...row }: RowProps & { onPress: () => void; beside?: ReactNode }) {
  return (
    <li className={beside ? styles.pair : undefined}>
      <button type="button" className={styles.row} onClick={onPress}>
        <RowContent {...row} />
      </button>
      {beside}
    </li>
  );
}
