import { useState } from 'react';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './Chat.module.css';

/**
 * The menu of a message, made when its button is pressed: a chat has hundreds of them, which are the browser's own buttons
 * for the same reason.
 */
export function MessageMenu({ label, entriesOf }: { label: string; entriesOf: () => readonly MenuEntry[] }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <Menu icon="dots" label={label} entries={entriesOf()} defaultOpen />;
  return (
    <button
      type="button"
      className={styles.dots}
      title={label}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    />
  );
}
