import type { Language } from '@kreide/core/kernel';
import { Suspense, useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { late } from '../kernel/late.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { loadFrameParts } from './late.ts';
import styles from './PaletteButton.module.css';

const Palette = late(async () => (await import('./Palette.tsx')).Palette);

/** The label of the key where it is not Ctrl. */
const CONTROL_KEYS: Partial<Record<Language, string>> = { de: 'Strg' };

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette, also by Ctrl+K, and brings what the menu key does; on a wide window it looks like a search field. */
export function PaletteButton() {
  const { t, language } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // Without a connection it may not come: then the key does what the browser does.
      void loadFrameParts().then(
        (parts) => parts.openMenuOf(event),
        () => {},
      );
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <AriaButton className={classes(styles.wide)} aria-keyshortcuts="Control+K Meta+K" onPress={() => setOpen(true)}>
        <Icon name="search" size={20} />
        <span className={styles.text}>{t('header.search')}</span>
        <span className={styles.key} aria-hidden="true">
          {`${isApple() ? '⌘' : (CONTROL_KEYS[language] ?? 'Ctrl')} K`}
        </span>
      </AriaButton>
      <span className={styles.narrow}>
        <IconButton icon="search" label={t('header.search')} onPress={() => setOpen(true)} />
      </span>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
