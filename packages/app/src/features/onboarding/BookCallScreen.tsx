import { CALL_MAXIMUM, callProblems, onboardingApi } from '@kreide/core/features/onboarding';
import { addDays, toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import styles from './Onboarding.module.css';

const WAYS = [
  { part: 'name', type: 'text' },
  { part: 'phone', type: 'tel' },
  { part: 'email', type: 'email' },
] as const;

interface Booked {
  date: string;
  time: string;
  calendar: string;
}

/** Asks the operator for a call, and gives it for the own calendar (P-2.96). */
export function BookCallScreen() {
  const { t, language } = useTranslation('onboarding');
  const [booked, setBooked] = useState<Booked | null>(null);
  if (!booked) return <CallForm onBooked={setBooked} />;
  const date = writeDate(language, booked.date, 'weekdayYear');
  return (
    <EmptyState
      icon="checkCircle"
      title={t('call.booked', { date, time: booked.time })}
      text={t('call.bookedText')}
      action={
        <Button
          icon="calendarAdd"
          onPress={() => saveFile(new Blob([booked.calendar], { type: 'text/calendar' }), 'kreide.ics')}
        >
          {t('call.calendar')}
        </Button>
      }
    />
  );
}

function CallForm({ onBooked }: { onBooked: (booked: Booked) => void }) {
  const { t } = useTranslation(['onboarding', 'errors']);
  const { school, displayname, email, phone } = useSelf();
  const today = toLocal(new Date(), school.time_zone).date;
  const book = useMutation(mutationOf(onboardingApi.bookCall, { messages: false }));
  const form = useForm({
    initial: { name: displayname, phone: phone ?? '', email: email ?? '', date: '', time: '', topic: '' },
    problems: (values) =>
      callProblems(values, today).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: (body) => book.mutateAsync({ params: { id: `${school.id}` }, body }),
    onSaved: ({ calendar }, { date, time }) => onBooked({ date, time, calendar }),
    toWords: (error) => t('call.failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <div className={classes(styles.screen, styles.narrow)}>
      <Card>
        <section className={styles.card} aria-label={t('call.title')}>
          <p>{t('call.about')}</p>
          <Form form={form} className={styles.card}>
            {WAYS.map(({ part, type }) => (
              <TextField
                key={part}
                type={type}
                label={t(`call.${part}`)}
                value={values[part]}
                maxLength={CALL_MAXIMUM[part]}
                errorMessage={errorOf(part)}
                onChange={(text) => change({ [part]: text })}
              />
            ))}
            <DatePicker
              label={t('call.date')}
              value={values.date}
              onChange={(date) => change({ date })}
              min={addDays(today, 1)}
              fallback={addDays(today, 1)}
              errorMessage={errorOf('date')}
            />
            <TimeField
              label={t('call.time')}
              value={values.time}
              onChange={(time) => change({ time })}
              errorMessage={errorOf('time')}
            />
            <TextField
              label={t('call.topic')}
              lines={3}
              value={values.topic}
              maxLength={CALL_MAXIMUM.topic}
              onChange={(topic) => change({ topic })}
            />
            <Problem text={form.failure} />
            <div className={styles.actions}>
              <Button type="submit" look="primary" isPending={form.isPending}>
                {t('call.send')}
              </Button>
            </div>
          </Form>
        </section>
      </Card>
    </div>
  );
}
