import { DAY_MESSAGE_MAXIMUM } from '@kreide/core/features/monitor';
import { datesFrom, toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Screens.module.css';
import { messagesQuery, setMessage } from './use-screens.ts';

/** Days that are offered: today and two weeks. */
const DAYS = 15;

/** What the school says to everybody on a day. */
export function DayMessageForm() {
  const { t, language } = useTranslation('schools');
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const messages = useQuery(messagesQuery);
  const save = useMutation(setMessage);
  const [day, setDay] = useState(today);
  const [typed, setTyped] = useState<string | null>(null);
  const kept = messages.data?.find(({ date }) => date === day)?.text ?? '';
  const text = typed ?? kept;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(
      { body: { date: day, text: text.trim() } },
      {
        onSuccess: () => {
          setTyped(null);
          toasts.show('success', t('saved'));
        },
      },
    );
  }

  return (
    <section className={styles.part} aria-label={t('dayMessage.title')}>
      <h4>{t('dayMessage.title')}</h4>
      <form className={styles.form} onSubmit={submit}>
        <Select
          label={t('dayMessage.day')}
          options={datesFrom(today, DAYS).map((date) => ({ key: date, text: writeDate(language, date, 'weekday') }))}
          value={day}
          onChange={(date) => {
            setDay(date);
            setTyped(null);
          }}
        />
        <TextField
          label={t('dayMessage.text')}
          description={t('dayMessage.help')}
          value={text}
          maxLength={DAY_MESSAGE_MAXIMUM}
          onChange={setTyped}
        />
        <Button type="submit" isPending={save.isPending} isDisabled={!messages.isSuccess || text.trim() === kept}>
          {t('dayMessage.save')}
        </Button>
      </form>
    </section>
  );
}
