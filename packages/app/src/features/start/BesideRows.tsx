import type { ReactNode } from 'react';
import { CardSection } from '../../ui/CardSection.tsx';
import { Link } from '../../ui/Link.tsx';
import styles from './Beside.module.css';

export interface BesideRow {
  key: number;
  /** In a column of its own, before the name or behind it. */
  mark: ReactNode;
  name: string;
  about: string;
  /** Left out: the row leads nowhere. */
  href?: string;
}

interface BesideRowsProps {
  title: string;
  /** Where the rest stands, and what the way there is called. */
  href: string;
  link: string;
  rows: readonly BesideRow[];
}

/** What is unread, due or near: a few short rows, and the way to the rest. */
export function BesideRows({ rows, ...section }: BesideRowsProps) {
  return (
    <CardSection {...section}>
      <ul className={styles.list}>
        {rows.map(({ key, mark, name, about, href }) => {
          const words = (
            <>
              <span className={styles.mark}>{mark}</span>
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                {about && <span className={styles.about}>{about}</span>}
              </span>
            </>
          );
          return (
            <li key={key}>
              {href ? (
                <Link to={href} className={styles.row}>
                  {words}
                </Link>
              ) : (
                <div className={styles.row}>{words}</div>
              )}
            </li>
          );
        })}
      </ul>
    </CardSection>
  );
}
