import { toInstant, toLocal, toTime } from '@kreide/core/kernel';
import { useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import styles from './Classbook.module.css';

interface WhenDialogProps {
  /** An instant. */
  value: string;
  onChange: (value: string) => void;
  onClose: () => void;
}

/** Day and time of a notice, in the school's zone. */
export function WhenDialog({ value, onChange, onClose }: WhenDialogProps) {
  const { t } = useTranslation('classbook');
  const zone = useSelf().school.time_zone;
  const [local] = useState(() => toLocal(new Date(value), zone));
  const [day, setDay] = useState(local.date);
  const [time, setTime] = useState(() => toTime(local.minutes));
  const save = () => {
    onChange(toInstant(day, time || toTime(local.minutes), zone).toISOString());
    onClose();
  };
  return (
    <Dialog
      isOpen
      title={t('notice.changeWhen')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" onPress={save}>
            {t('notice.done')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <DatePicker
          label={t('notice.day')}
          value={day}
          onChange={(next) => setDay(next || local.date)}
          fallback={local.date}
        />
        <TimeField label={t('notice.time')} value={time} onChange={setTime} />
      </div>
    </Dialog>
  );
}
