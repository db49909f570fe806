import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface ReasonDialogProps {
  title: string;
  /** Who reads the reason. */
  hint: string;
  confirm: string;
  isPending: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** As the server takes. */
const LONGEST = 300;

/** Asks for the reason of a refusal. */
export function ReasonDialog({ title, hint, confirm, isPending, onConfirm, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['registration', 'shell']);
  const formId = useId();
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '' && !isPending) onConfirm(reason.trim());
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('keys.cancel')}</Button>
          <Button type="submit" form={formId} look="danger" isPending={isPending}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label={t('requests.reason')}
          description={hint}
          autoFocus
          maxLength={LONGEST}
          value={reason}
          onChange={setReason}
          errorMessage={hasTried && reason.trim() === '' ? t('rules.required') : undefined}
        />
      </form>
    </Dialog>
  );
}
