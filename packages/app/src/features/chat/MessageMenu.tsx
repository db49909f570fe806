import { useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';

/** The menu of a message, made when its button is pressed: a chat has hundreds of them. */
export function MessageMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <Menu icon="dots" label={label} entries={entries} defaultOpen />;
  return <IconButton icon="dots" label={label} aria-haspopup="menu" onPress={() => setWanted(true)} />;
}
