import { chatApi } from '@kreide/core/features/channels';
import { toLocal } from '@kreide/core/kernel';
import { useState } from 'react';
import { call } from '../../kernel/reading.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface DateDialogProps {
  chatId: number;
  /** Gets the first message of the day or after it. */
  onFound: (seq: number) => void;
  onClose: () => void;
}

/** Which day of a chat somebody wants to see. */
export function DateDialog({ chatId, onFound, onClose }: DateDialogProps) {
  const { t } = useTranslation('chat');
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const [date, setDate] = useState(today);
  const [isNone, setNone] = useState(false);
  const [isPending, setPending] = useState(false);

  async function go() {
    setPending(true);
    const args = { params: { chatId: String(chatId) }, query: { date } };
    // What goes wrong is said by the client.
    const first = await call(chatApi.first, args, { retries: 1 }).catch(() => undefined);
    setPending(false);
    if (first === undefined) return;
    if (first.seq === null) return setNone(true);
    onFound(first.seq);
    onClose();
  }

  return (
    <Dialog
      isOpen
      title={t('toDate')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" isPending={isPending} isDisabled={date === ''} onPress={() => void go()}>
            {t('go')}
          </Button>
        </>
      }
    >
      <DatePicker
        label={t('date')}
        value={date}
        onChange={(next) => {
          setNone(false);
          setDate(next);
        }}
        max={today}
        fallback={today}
      />
      {isNone && <p role="status">{t('noneSince')}</p>}
    </Dialog>
  );
}
