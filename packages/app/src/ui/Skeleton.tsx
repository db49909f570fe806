import { useEffect, useState } from 'react';
import styles from './Skeleton.module.css';

/**
 * What the placeholder represents (P-9.26); beyond those of the row: `messages` a chat without the list beside it, `grid` days of a plan or
 * a calendar, `table` rows with columns, `form` fields and steps, `cards` surfaces side by side. A shape is a matter of the style sheet.
 */
export const SKELETON_TYPES = [
  'news',
  'chat',
  'list',
  'calendar-list',
  'messages',
  'grid',
  'table',
  'form',
  'cards',
] as const;
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

/** The placeholder of something that is loading, in the shape that it will have. */
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
        <div key={place} className={styles.item} aria-hidden="true">
          <span />
          <div>
            <span />
            <span />
          </div>
        </div>
      ))}
    </div>
  );
}
