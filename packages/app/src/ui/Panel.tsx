import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './Panel.module.css';

interface PanelProps {
  title: string;
  closeLabel: string;
  /** What it opens beside; closing it gives the focus back. */
  triggerRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog beside the button that opens it, for more than a menu. Load it lazily: it includes the overlay code. */
export function Panel({ title, closeLabel, triggerRef, onClose, children }: PanelProps) {
  return (
    <Popover
      isOpen
      triggerRef={triggerRef}
      placement="bottom end"
      className={classes(styles.panel)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog className={classes(styles.content)}>
        <div className={styles.head}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <IconButton icon="close" label={closeLabel} onPress={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
      </Dialog>
    </Popover>
  );
}
