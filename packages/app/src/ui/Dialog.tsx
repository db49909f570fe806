import { type ReactNode, useRef } from 'react';
import { DismissButton, Overlay } from 'react-aria/Overlay';
import { useDialog } from 'react-aria/useDialog';
import { useModalOverlay } from 'react-aria/useModalOverlay';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
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

/**
 * A modal dialog: traps focus, restores it when closed, and is a bottom sheet on a phone. Made with hooks: the ready
 * components bring menus, popovers and lists along, 30 kB that no dialog uses.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? (
    <Overlay>
      <Modal {...props} />
    </Overlay>
  ) : null;
}

function Modal(props: DialogProps) {
  const { isOpen, onClose } = props;
  const element = useRef<HTMLDivElement>(null);
  const state = useOverlayTriggerState({ isOpen, onOpenChange: (open) => !open && onClose?.() });
  const isForced = onClose === undefined;
  const options = { isDismissable: !isForced, isKeyboardDismissDisabled: isForced };
  const { modalProps, underlayProps } = useModalOverlay(options, state, element);
  return (
    <div {...underlayProps} className={classes(styles.backdrop)}>
      <div ref={element} {...modalProps} className={classes(styles.modal)}>
        {!isForced && <DismissButton onDismiss={onClose} />}
        <Content {...props} />
      </div>
    </div>
  );
}

function Content({ title, onClose, closeLabel, role = 'dialog', actions, children }: DialogProps) {
  const element = useRef<HTMLElement>(null);
  const { dialogProps, titleProps } = useDialog({ role }, element);
  return (
    <section ref={element} {...dialogProps} className={classes(styles.dialog)}>
      <div className={styles.head}>
        <h2 {...titleProps}>{title}</h2>
        {onClose && <IconButton icon="close" label={closeLabel} onPress={onClose} />}
      </div>
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
