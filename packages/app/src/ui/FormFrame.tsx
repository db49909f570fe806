import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { IconName } from './Icon.tsx';

interface FormFrameProps {
  title: string;
  /** Id of the form that the last button submits. */
  formId: string;
  texts: { send: string; cancel: string; close: string };
  /** `danger` for what cannot be taken back easily. */
  look?: 'primary' | 'danger';
  icon?: IconName | undefined;
  isPending?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog around a form: its title, and two buttons that stay in view below it. `FormDialog` fills it. */
export function FormFrame(props: FormFrameProps) {
  const { title, formId, texts, look = 'primary', icon, isPending = false, onClose, children } = props;
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      closeLabel={texts.close}
      actions={
        <>
          <Button onPress={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} look={look} icon={icon} isPending={isPending}>
            {texts.send}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
