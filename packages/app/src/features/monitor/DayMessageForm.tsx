import { DAY_MESSAGE_MAXIMUM, type DayMessage } from '@kreide/core/features/monitor';
import { datesFrom, toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
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

/** The message of a day as the form has it: its version is the day with the moment of the last change. */
function toVersion(day: string, messages: readonly DayMessage[] = []) {
  const message = messages.find(({ date }) => date === day);
  return { item: `${day} ${message?.updated_at ?? ''}`, values: { text: message?.text ?? '' } };
}

function toDay(item: string) {
  const [date = '', updated_at = ''] = item.split(' ');
  return { date, updated_at: updated_at || null };
}

/** What the school says to everybody on a day. */
export function DayMessageForm() {
  const { t, language } = useTranslation('monitor');
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const messages = useQuery(messagesQuery);
  const [day, setDay] = useState(today);
  return (
    <section className={styles.part} aria-label={t('dayMessage.title')}>
      <h4>{t('dayMessage.title')}</h4>
      <MessageForm latest={toVersion(day, messages.data)} isKnown={messages.isSuccess}>
        {(leave) => (
          <Select
            label={t('dayMessage.day')}
            options={datesFrom(today, DAYS).map((date) => ({ key: date, text: writeDate(language, date, 'weekday') }))}
            value={day}
            onChange={(date) => leave(() => setDay(date))}
          />
        )}
      </MessageForm>
    </section>
  );
}

interface MessageFormProps {
  latest: ReturnType<typeof toVersion>;
  isKnown: boolean;
  /** Chooses another day, once the typed text is no longer needed. */
  children: (leave: (then: () => void) => void) => ReactNode;
}

/** The message of one day: what another device saves meanwhile is shown as long as nothing is typed here. */
function MessageForm({ latest, isKnown, children }: MessageFormProps) {
  const { t } = useTranslation('monitor');
  const save = useMutation(setMessage);
  const form = useForm({
    initial: latest.values,
    item: latest.item,
    latest,
    isSame: (one, other) => one.text.trim() === other.text.trim(),
    send: ({ text }, item) => save.mutateAsync({ body: { ...toDay(item), text: text.trim() } }),
    newest: async () =>
      toVersion(toDay(latest.item).date, await queries.fetchQuery({ ...messagesQuery, staleTime: 0 })),
    onSaved: () => toasts.show('success', t('dayMessage.saved')),
  });
  return (
    <Form form={form} className={styles.form} parts={[{ label: t('dayMessage.text'), show: ({ text }) => text }]}>
      {children(form.leave)}
      <TextField
        label={t('dayMessage.text')}
        description={t('dayMessage.help')}
        value={form.values.text}
        maxLength={DAY_MESSAGE_MAXIMUM}
        onChange={(text) => form.change({ text })}
      />
      <Button type="submit" isPending={form.isPending} isDisabled={!isKnown || !form.hasChanges}>
        {t('dayMessage.save')}
      </Button>
    </Form>
  );
}
