import type { ReactNode } from 'react';
import { IconButton } from '../Button.tsx';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  /** Name of the bar. */
  label: string;
  /** How many are chosen, in words. */
  text: string;
  closeLabel: string;
  onClose: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** What can be done with the rows that are chosen, at the lower end of the window for as long as there are some. */
export function SelectionBar({ label, text, closeLabel, onClose, children }: SelectionBarProps) {
  return (
    <section aria-label={label} className={styles.bar}>
      <p role="status">{text}</p>
      <div className={styles.actions}>{children}</div>
      <span className={styles.close}>
        <IconButton icon="close" label={closeLabel} onPress={onClose} />
      </span>
    </section>
  );
}
