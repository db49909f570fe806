import { useId } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
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
  const formId = useId();
  const form = useForm({
    initial: { reason: '' },
    problems: (values) => blankProblems(values, { reason: t('rules.required') }),
    send: ({ reason }) => onConfirm(reason.trim()),
  });
  const close = () => form.leave(onClose);
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={close}>{t('keys.cancel')}</Button>
          <Button type="submit" form={formId} look="danger" isPending={form.isPending}>
            {confirm}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} isDialog>
        <TextField
          label={t('requests.reason')}
          description={hint}
          autoFocus
          maxLength={LONGEST}
          value={form.values.reason}
          onChange={(reason) => form.change({ reason })}
          errorMessage={form.errorOf('reason')}
        />
      </Form>
    </Dialog>
  );
}
