import { isDate } from '@kreide/core/kernel';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface JumpDialogProps {
  /** Initial date, `YYYY-MM-DD`. */
  date: string;
  onJump: (date: string) => void;
  onClose: () => void;
}

/** Asks for a date with the device's native field, which everybody knows (T-5.33). */
export function JumpDialog({ date, onJump, onClose }: JumpDialogProps) {
  const { t } = useTranslation(['timetable', 'shell']);
  const form = useId();
  const [wanted, setWanted] = useState(date);
  const [isRefused, setRefused] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isDate(wanted)) return setRefused(true);
    onJump(wanted);
    onClose();
  }
  return (
    <Dialog
      title={t('jump')}
      isOpen
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <Button look="primary" type="submit" form={form}>
          {t('jumpGo')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          type="date"
          label={t('jumpLabel')}
          value={wanted}
          onChange={setWanted}
          errorMessage={isRefused && !isDate(wanted) ? t('jumpInvalid') : undefined}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
