import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './InfoCard.module.css';

export interface InfoCardProps {
  title: string;
  children: ReactNode;
  closeLabel: string;
  onClose: () => void;
  /** The button that closes it takes the focus as it appears. */
  isFocused?: boolean;
}

/** Explains a section to people who are new to it, until they put the card away. */
export function InfoCard({ title, children, closeLabel, onClose, isFocused = false }: InfoCardProps) {
  return (
    <section aria-label={title} className={styles.card}>
      <Icon name="info" />
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      <IconButton icon="close" label={closeLabel} autoFocus={isFocused} onPress={onClose} />
    </section>
  );
}
