import { type Decision, type DeskDay, suggestLater } from '@kreide/core/features/desk';
import { isDate, toLocal, toTime } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DateTimePicker } from '../../ui/DateTimePicker.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Desk.module.css';
import { askAgain, publishLater, showDay } from './desk-queries.ts';
import { useMoment } from './use-moment.ts';

interface LaterPartProps {
  day: DeskDay;
  drafts: readonly Decision[];
  onDone: () => void;
}

/** When the drafts of a day are published by themselves, instead of now: these, in these versions. */
export function LaterPart({ day, drafts, onDone }: LaterPartProps) {
  const { t } = useTranslation('desk');
  const { school } = useSelf();
  const sayMoment = useMoment();
  const set = day.publication?.done_at === null ? day.publication : null;
  const [suggested] = useState(() => {
    if (!set) return suggestLater(day.date, new Date(), school.time_zone);
    const { date, minutes } = toLocal(new Date(set.publish_at), school.time_zone);
    return { date, time: toTime(minutes) };
  });
  const [at, setAt] = useState(suggested);
  const [refused, setRefused] = useState<string | null>(null);
  const save = useMutation(publishLater);
  const send = () => {
    const decisions = drafts.map(({ id, version }) => ({ id, version }));
    setRefused(null);
    save.mutate(
      { body: { date: day.date, decisions, at, version: day.publication?.version ?? 0 } },
      {
        onSuccess: (answer) => {
          showDay(answer);
          if (answer.publication)
            toasts.show('success', t('later.saved', { at: sayMoment(answer.publication.publish_at) }));
          onDone();
        },
        onError: (error) => {
          const issue = error.issues?.find(({ path }) => path === 'body.at');
          if (issue) return setRefused(issue.message);
          toasts.show('error', toSaid(error));
          void askAgain();
        },
      },
    );
  };
  return (
    <section className={styles.part} aria-labelledby="desk-later">
      <h3 id="desk-later">{t('later.title')}</h3>
      <p className={styles.muted}>{t('later.text')}</p>
      <DateTimePicker
        label={t('later.date')}
        value={at}
        onChange={setAt}
        fallback={suggested}
        min={toLocal(new Date(), school.time_zone).date}
        max={day.date}
        errorMessage={refused ?? undefined}
      />
      <Button icon="clock" isPending={save.isPending} onPress={() => isDate(at.date) && send()}>
        {t('later.save')}
      </Button>
    </section>
  );
}
