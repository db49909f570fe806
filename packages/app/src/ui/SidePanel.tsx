import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './Dialog.module.css';

interface SidePanelProps {
  label: string;
  /** At the top, beside the close button. */
  head: ReactNode;
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
}

/** A panel at the side of the window, above the page: traps focus and restores it when closed. */
export function SidePanel({ label, head, onClose, closeLabel, children }: SidePanelProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={classes(styles.backdrop, styles.beside)}
    >
      <Modal className={classes(styles.modal, styles.panel)}>
        <AriaDialog aria-label={label} className={classes(styles.dialog)}>
          <div className={styles.head}>
            {head}
            <IconButton icon="close" label={closeLabel} onPress={onClose} />
          </div>
          <div className={styles.body}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
