import { TextField } from '../ui/TextField.tsx';
import { FormDialog } from './form/FormDialog.tsx';
import { blankProblems } from './form/form-state.ts';
import { useForm } from './form/use-form.ts';
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
  const form = useForm({
    initial: { text: '' },
    problems: (values) => blankProblems(values, { text: t('validations:messages.required') }),
    send: ({ text }) => onSend(text.trim()),
    toWords: toSaid,
  });
  return (
    <FormDialog title={texts.title} form={form} texts={{ send: texts.send, cancel: texts.cancel }} onClose={onClose}>
      <p>{texts.about}</p>
      <TextField
        label={texts.label}
        autoFocus
        maxLength={maximum}
        value={form.values.text}
        onChange={(text) => form.change({ text })}
        errorMessage={form.errorOf('text')}
      />
    </FormDialog>
  );
}
