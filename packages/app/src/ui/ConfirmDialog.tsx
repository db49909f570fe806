import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { IconName } from './Icon.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What happens then, in words. */
  children: ReactNode;
  texts: { confirm: string; cancel: string; close: string };
  icon?: IconName;
  /** `danger` for what cannot be taken back easily. */
  look?: 'danger' | 'primary';
  isPending?: boolean;
  /** There is nothing to confirm yet. */
  isDisabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back easily, or that others notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, texts, icon, look = 'danger', isPending = false, isDisabled = false } = props;
  const { onConfirm, onClose } = props;
  const form = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    // A form around the dialog is not meant.
    event.stopPropagation();
    if (!isPending && !isDisabled) onConfirm();
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title={title}
      onClose={onClose}
      closeLabel={texts.close}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {texts.cancel}
          </Button>
          <Button look={look} icon={icon} type="submit" form={form} isPending={isPending} isDisabled={isDisabled}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {children}
      {/* What is confirmed is a submit, like any other form: whether it fails is counted (P-7.106). */}
      <form id={form} hidden onSubmit={submit} />
    </Dialog>
  );
}
