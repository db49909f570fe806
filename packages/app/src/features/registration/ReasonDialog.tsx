import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';

interface ReasonDialogProps {
  title: string;
  /** Who reads the reason. */
  hint: string;
  confirm: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** As the server takes. */
const LONGEST = 300;

/** Asks for the reason of a refusal. */
export function ReasonDialog({ title, hint, confirm, onConfirm, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['registration', 'shell']);
  const form = useForm({
    initial: { reason: '' },
    problems: (values) => blankProblems(values, { reason: t('rules.required') }),
    send: ({ reason }) => onConfirm(reason.trim()),
  });
  return (
    <FormDialog
      title={title}
      form={form}
      texts={{ send: confirm, cancel: t('keys.cancel') }}
      look="danger"
      onClose={onClose}
    >
      <TextField
        label={t('requests.reason')}
        description={hint}
        autoFocus
        maxLength={LONGEST}
        value={form.values.reason}
        onChange={(reason) => form.change({ reason })}
        errorMessage={form.errorOf('reason')}
      />
    </FormDialog>
  );
}
