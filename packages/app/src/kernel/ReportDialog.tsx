import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Problem } from '../ui/Problem.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Form } from './form/Form.tsx';
import { blankProblems } from './form/form-state.ts';
import { useForm } from './form/use-form.ts';
import styles from './ReportDialog.module.css';
import { toSaid } from './reason.ts';
import { useTranslation } from './use-translation.ts';

interface ReportDialogProps {
  texts: { title: string; about: string; label: string; send: string; cancel: string };
  /** Most characters of what is said about it. */
  maximum: number;
  onSend: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Reports a text of somebody to those who decide about it (C-6.36); the words of the report stay until they are sent. */
export function ReportDialog({ texts, maximum, onSend, onClose }: ReportDialogProps) {
  const { t } = useTranslation(['shell', 'validations']);
  const formId = useId();
  const form = useForm({
    initial: { text: '' },
    problems: (values) => blankProblems(values, { text: t('validations:messages.required') }),
    send: ({ text }) => onSend(text.trim()),
    toWords: toSaid,
  });
  const close = () => form.leave(onClose);
  return (
    <Dialog
      isOpen
      title={texts.title}
      onClose={close}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={close}>{texts.cancel}</Button>
          <Button type="submit" form={formId} look="primary" isPending={form.isPending}>
            {texts.send}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} className={styles.form} isDialog>
        <p>{texts.about}</p>
        <TextField
          label={texts.label}
          autoFocus
          maxLength={maximum}
          value={form.values.text}
          onChange={(text) => form.change({ text })}
          errorMessage={form.errorOf('text')}
        />
        <Problem text={form.failure} />
      </Form>
    </Dialog>
  );
}
