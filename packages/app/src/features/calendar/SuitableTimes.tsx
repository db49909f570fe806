import {
  EVENT_MOVED_MINUTES,
  SUITABLE_MINUTES,
  SUITABLE_PEOPLE_MAXIMUM,
  type SuitableTime,
  toEventSpan,
  toEventTimes,
} from '@kreide/core/features/calendar';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { suitableQuery } from './calendar-queries.ts';
import styles from './EventForm.module.css';
import type { EventFormState } from './use-event-form.ts';

type Asked = Parameters<typeof suitableQuery>[0];
const NOTHING: Asked = { from: '', minutes: '', users: '' };

/** Looks for a time that suits the people who are invited one by one, and puts the event there. */
export function SuitableTimes({ form }: { form: EventFormState }) {
  const { t, language } = useTranslation('calendar');
  const { permissions, school } = useSelf();
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery({ ...suitableQuery(asked ?? NOTHING), enabled: asked !== null, staleTime: 0 });
  const zone = school.time_zone;
  const { times, participants } = form.values;
  const people = participants.users.length;
  if (people === 0 || people > SUITABLE_PEOPLE_MAXIMUM || !permissions.includes('view-timetable-all')) return null;
  const span = toEventSpan(times, zone);
  const users = participants.users.map(({ id }) => id).join();
  // Of others than those who are invited by now nothing is told.
  const isAsked = asked?.users === users;

  function ask() {
    const [minimum, maximum] = SUITABLE_MINUTES;
    const length = (Date.parse(span.ends_at) - Date.parse(span.begins_at)) / 60_000;
    const isLength = !times.is_all_day && length >= minimum && length <= maximum;
    const { date: today } = toLocal(new Date(), zone);
    const next = {
      from: times.begins_date < today ? today : times.begins_date,
      minutes: String(isLength ? length : EVENT_MOVED_MINUTES),
      users,
      ...(form.item && { event: String(form.item.id) }),
    };
    if (JSON.stringify(next) === JSON.stringify(asked)) void query.refetch();
    else setAsked(next);
  }
  const nameOf = (id: number) => participants.users.find((one) => one.id === id)?.meta.displayname ?? t('suitable.you');
  const shown = (query.data ?? []).map((time) => ({
    time,
    ...toEventTimes({ ...time, is_all_day: false }, zone),
    without:
      time.missing.length > 0 ? t('suitable.without', { names: time.missing.map(nameOf).join(', ') }) : undefined,
  }));
  const days = [...new Set(shown.map(({ begins_date }) => begins_date))];
  const isChosen = ({ begins_at, ends_at }: SuitableTime) =>
    Date.parse(begins_at) === Date.parse(span.begins_at) && Date.parse(ends_at) === Date.parse(span.ends_at);
  const choose = (time: SuitableTime) => form.change({ times: toEventTimes({ ...time, is_all_day: false }, zone) });
  const told = !isAsked
    ? null
    : query.isFetching
      ? 'searching'
      : query.isError
        ? 'failed'
        : shown.length === 0
          ? 'none'
          : shown[0]?.without
            ? 'fewest'
            : 'title';
  return (
    <section className={styles.suitable} aria-label={t('suitable.title')}>
      <Button icon="search" isPending={query.isFetching} onPress={ask}>
        {t('suitable.find')}
      </Button>
      <p className={styles.about} role="status">
        {told && t(`suitable.${told}`)}
      </p>
      {isAsked && !query.isFetching && shown.length > 0 && (
        <>
          <ul className={styles.times}>
            {days.map((day) => {
              const date = writeDate(language, day, 'weekdayBrief');
              return (
                <li key={day}>
                  <span aria-hidden="true">{date}</span>
                  {shown
                    .filter(({ begins_date }) => begins_date === day)
                    .map(({ time, begins_time, ends_time, without }) => {
                      const hours = [`${begins_time}–${ends_time}`, without].filter(Boolean).join(' ');
                      return (
                        <Button
                          key={time.begins_at}
                          look={isChosen(time) ? 'primary' : 'secondary'}
                          aria-label={`${date}, ${hours}`}
                          aria-pressed={isChosen(time)}
                          onPress={() => choose(time)}
                        >
                          {hours}
                        </Button>
                      );
                    })}
                </li>
              );
            })}
          </ul>
          <p className={styles.about}>{t('suitable.about')}</p>
        </>
      )}
    </section>
  );
}
