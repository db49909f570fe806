import type { ManagedUser } from '@kreide/core/features/users';
import { addDays, toInstant, toLocal } from '@kreide/core/kernel';
import { useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** How far ahead the date is that is offered, days. */
const OFFERED = 30;

interface ExpireDialogProps {
  person: ManagedUser;
  /** Gets the first instant after the last day. */
  onSave: (expireAt: string) => void;
  onClose: () => void;
}

/** The last day of an account. */
export function ExpireDialog({ person, onSave, onClose }: ExpireDialogProps) {
  const { t } = useTranslation(['users', 'shell']);
  const { time_zone } = useSelf().school;
  const today = toLocal(new Date(), time_zone).date;
  const [date, setDate] = useState(addDays(today, OFFERED));
  const save = () => {
    onClose();
    onSave(toInstant(addDays(date, 1), '00:00', time_zone).toISOString());
  };
  return (
    <Dialog
      isOpen
      title={t('actions.expireTitle', { name: person.displayname })}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('actions.keep')}</Button>
          <Button look="primary" icon="clock" isDisabled={date < today} onPress={save}>
            {t('actions.expire')}
          </Button>
        </>
      }
    >
      <p>{t('actions.expireQuestion')}</p>
      <DatePicker label={t('actions.lastDay')} value={date} onChange={setDate} min={today} fallback={today} />
    </Dialog>
  );
}
