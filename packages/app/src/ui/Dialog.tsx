import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Called by the close button, Escape and a press outside the dialog; without it the dialog is forced (P-4.27). */
  onClose?: (() => void) | undefined;
  /** Name of the close button. */
  closeLabel: string;
  /** `alertdialog` for questions that need an answer. */
  role?: 'dialog' | 'alertdialog';
  /** Buttons at the end, the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal dialog: traps focus, restores it when closed, and is a bottom sheet on a phone. */
export function Dialog({ title, isOpen, onClose, closeLabel, role = 'dialog', actions, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => !open && onClose?.()}
      className={classes(styles.backdrop)}
    >
      <Modal className={classes(styles.modal)}>
        <AriaDialog role={role} className={classes(styles.dialog)}>
          <div className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {onClose && <IconButton icon="close" label={closeLabel} onPress={onClose} />}
          </div>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
