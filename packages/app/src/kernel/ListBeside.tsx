import type { ReactNode } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './ListBeside.module.css';
import { useMedia } from './use-media.ts';
import { useTranslation } from './use-translation.ts';

interface ListBesideProps {
  /** What the opened row says; null: none is opened. */
  item: { title: string; content: ReactNode; onClose: () => void } | null;
  /** The item is a page of its own: as wide as the list, and as long as it is. */
  isPage?: boolean;
  /** The list. */
  children: ReactNode;
}

/** From this width on there is room for both, px. */
const WIDE = '(min-width: 1600px)';

/** Has the window room for a list and what is opened of it? */
export const useRoomBeside = (): boolean => useMedia(WIDE);

/** A list, and the facts of its opened row: beside it where the window has room, else in a dialog. */
export function ListBeside({ item, isPage = false, children }: ListBesideProps) {
  const { t } = useTranslation('shell');
  const isWide = useRoomBeside();
  return (
    <div className={classes(styles.both, isWide && item && (isPage ? styles.halves : styles.columns))}>
      <div className={styles.list}>{children}</div>
      {item && isWide && (
        <aside className={classes(styles.item, !isPage && styles.facts)} aria-label={item.title}>
          <div className={styles.head}>
            <h2>{item.title}</h2>
            <IconButton icon="close" label={t('close')} onPress={item.onClose} />
          </div>
          {item.content}
        </aside>
      )}
      {item && !isWide && (
        <Dialog isOpen title={item.title} onClose={item.onClose} closeLabel={t('close')}>
          {item.content}
        </Dialog>
      )}
    </div>
  );
}
