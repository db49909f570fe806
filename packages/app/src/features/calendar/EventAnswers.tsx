import {
  type CalendarEvent,
  calendarEvents,
  EVENT_ANSWERS,
  type EventAnswer,
  type EventNumbers,
} from '@kreide/core/features/calendar';
import { isAllowed } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useRealtime } from '../../kernel/realtime.ts';
import { toReason } from '../../kernel/reason.ts';
import { toldApart } from '../../kernel/told-apart.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Calendar.module.css';
import { answerEvent, answersQuery, refreshAnswers } from './calendar-queries.ts';

/** What those who take part have answered, and the own answer, where the event asks for it. */
export function EventAnswers({ event }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  useRealtime(calendarEvents.answered, refreshAnswers, refreshAnswers);
  const { participants_status: numbers, can } = event;
  return (
    <>
      {isAllowed(can, 'answer') ? (
        <OwnAnswer event={event} />
      ) : (
        event.own_answer && (
          <p className={styles.answers}>
            {t('answers.own')}: {t(`answers.${event.own_answer}`)}
          </p>
        )
      )}
      {numbers && (
        <section className={styles.answers} aria-label={t('answers.all')}>
          <h3>{t('answers.all')}</h3>
          {isAllowed(can, 'list-answers') ? <Names event={event} numbers={numbers} /> : <Numbers numbers={numbers} />}
        </section>
      )}
    </>
  );
}

function OwnAnswer({ event }: { event: CalendarEvent }) {
  const { t } = useTranslation(['calendar', 'errors']);
  const answer = useMutation({ ...answerEvent, onError: (error) => toasts.show('error', toReason(t, error)) });
  // What was just chosen stands there at once.
  const shown = answer.isPending ? answer.variables.body.answer : event.own_answer;
  return (
    <section className={styles.answers} aria-label={t('answers.own')}>
      <h3>{t('answers.own')}</h3>
      <SegmentedControl<EventAnswer>
        label={t('answers.own')}
        segments={EVENT_ANSWERS.map((key) => ({ key, label: t(`answers.${key}`) }))}
        value={shown}
        onChange={(key) => answer.mutate({ params: { id: String(event.id) }, body: { answer: key } })}
      />
    </section>
  );
}

function Numbers({ numbers }: { numbers: EventNumbers }) {
  const { t } = useTranslation('calendar');
  return (
    <ul className={styles.names}>
      {([...EVENT_ANSWERS, 'open'] as const).map(
        (key) =>
          numbers[key] !== null && (
            <li key={key}>
              {t(`answers.${key}`)} {numbers[key]}
            </li>
          ),
      )}
    </ul>
  );
}

/** Who has answered what, one answer after the other; who has not is for those who may change the event. */
function Names({ event, numbers }: { event: CalendarEvent; numbers: EventNumbers }) {
  const { t } = useTranslation('calendar');
  const [chosen, setChosen] = useState<EventAnswer | 'open'>('yes');
  const query = useInfiniteQuery(answersQuery(String(event.id), chosen));
  const keys = isAllowed(event.can, 'update') ? ([...EVENT_ANSWERS, 'open'] as const) : EVENT_ANSWERS;
  const unnamed = (numbers[chosen] ?? 0) - (query.data?.length ?? 0);
  const end = unnamed > 0 && !query.hasNextPage && <p>{t('answers.unnamed', { number: unnamed })}</p>;
  return (
    <>
      <SegmentedControl
        look="chips"
        label={t('answers.all')}
        segments={keys.map((key) => ({ key, label: `${t(`answers.${key}`)} ${numbers[key] ?? ''}`.trim() }))}
        value={chosen}
        onChange={setChosen}
      />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.people}
        label={t(`answers.${chosen}`)}
        skeleton={{ type: 'list', label: t('answers.loading') }}
        errorTitle={t('answers.errorTitle')}
        headingLevel={3}
        empty={end || <p>{t('answers.nobody')}</p>}
        end={end}
      >
        {({ meta }) => toldApart(meta)}
      </InfiniteList>
    </>
  );
}
