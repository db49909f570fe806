import { useState } from 'react';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './Chat.module.css';

/**
 * The menu of a message, made when its button is pressed: a chat has hundreds of them, which are the browser's own buttons
 * for the same reason.
 */
export function MessageMenu({ label, entriesOf }: { label: string; entriesOf: () => readonly MenuEntry[] }) {
  const [wanted, setWanted] = useState<'key' | 'pointer' | null>(null);
  if (wanted) return <Menu icon="dots" label={label} entries={entriesOf()} defaultOpen isByKey={wanted === 'key'} />;
  return (
    <button
      type="button"
      className={styles.dots}
      title={label}
      aria-label={label}
      aria-haspopup="menu"
      // A press without a pointer counts no clicks.
      onClick={({ detail }) => setWanted(detail === 0 ? 'key' : 'pointer')}
    />
  );
}
