import type { ReactNode } from 'react';
import styles from './Table.module.css';

interface RowButtonProps {
  /** The name of the row. */
  children: ReactNode;
  onPress: () => void;
}

/** The title of a row that opens something on the same page; the whole row presses it, and Enter does. */
export function RowButton({ children, onPress }: RowButtonProps) {
  return (
    <button type="button" tabIndex={-1} data-opens="" className={styles.opens} onClick={onPress}>
      {children}
    </button>
  );
}
