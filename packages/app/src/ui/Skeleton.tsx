import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Skeleton.module.css';

/** What the placeholder represents (P-9.26). */
export const SKELETON_TYPES = ['news', 'chat', 'list', 'calendar-list'] as const;
export type SkeletonType = (typeof SKELETON_TYPES)[number];

/** Placeholders of a list (P-9.25). */
export const SKELETON_ITEMS = 6;

/** After so long a screen reader says that something is loading, ms (P-9.14); it stays silent about content that comes soon. */
export const SCREEN_READER_DELAY = 1500;

interface SkeletonProps {
  type?: SkeletonType;
  items?: number;
  /** What is being loaded, for screen readers. */
  label: string;
}

/** The placeholder of a list that is loading. */
export function Skeleton({ type = 'list', items = SKELETON_ITEMS, label }: SkeletonProps) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SCREEN_READER_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.skeleton} role="status" data-type={type}>
      {isSlow && <span className={styles.label}>{label}</span>}
      {Array.from({ length: items }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity but their place
        <div key={place} className={classes(styles.item, styles[type])} aria-hidden="true">
          {type === 'news' && <span className={styles.picture} />}
          {(type === 'chat' || type === 'list') && <span className={styles.round} />}
          {type === 'calendar-list' && <span className={styles.date} />}
          <span className={styles.lines}>
            <span className={styles.line} />
            <span className={styles.line} />
          </span>
        </div>
      ))}
    </div>
  );
}
