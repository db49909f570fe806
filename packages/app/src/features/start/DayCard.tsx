import type { Entity } from '@kreide/core/features/timetable';
import { addDays, type LocalTime, writeDate } from '@kreide/core/kernel';
import { useId, useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Link } from '../../ui/Link.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DayRows, NextBoard, useDaysAhead } from '../timetable/index.ts';
import styles from './DayCard.module.css';

interface DayCardProps {
  /** Whose day; without a name it is the user's own. */
  person: { id: number; name: string | null };
  entity: Entity;
  /** Of the plan. */
  id: string;
  now: LocalTime;
  /** Whether a narrow window names the person above, where one of several is chosen. */
  isChosen: boolean;
}

/** The day of one person: the next lesson on a board, then the lessons of today or of the next school day. */
export function DayCard({ person, entity, id, now, isChosen }: DayCardProps) {
  const { t, language } = useTranslation(['start', 'shell']);
  const { school } = useSelf();
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const plan = useDaysAhead(entity, id, now);
  const { ahead } = plan;
  const dayOf = (date: string) => {
    const day = writeDate(language, date, 'weekday');
    if (date === now.date) return t('today');
    return date === addDays(now.date, 1) ? t('tomorrow', { date: day }) : day;
  };
  const lessons = ahead?.day.occurrences ?? [];
  const [first, last] = [lessons[0], lessons.toSorted((a, b) => a.minutes_ends_at - b.minutes_ends_at).at(-1)];
  const isToday = ahead?.day.date === now.date;
  const hasPast = isToday && lessons.some(({ minutes_ends_at }) => minutes_ends_at <= now.minutes);
  return (
    <Card>
      <section aria-labelledby={heading} className={styles.day}>
        <header className={classes(styles.head, isChosen && styles.chosen)}>
          {person.name !== null && <Avatar id={person.id} name={[person.name]} />}
          <h2 id={heading}>
            <Link to={`/timetable/${entity}/${id}`}>{person.name ?? t('own')}</Link>
          </h2>
          {first && last && (
            <p className={styles.about}>
              {isToday ? '' : `${dayOf(first.date)} · `}
              {`${first.lesson.time_begins_at} – ${last.lesson.time_ends_at}`}
            </p>
          )}
        </header>
        {plan.isLoading && <Skeleton type="calendar-list" items={6} label={t('loading')} />}
        {plan.isMissing && (
          <div role="alert" className={styles.day}>
            <p>{t('error')}</p>
            <Button icon="refresh" isPending={plan.isFetching} onPress={plan.refetch}>
              {t('shell:retry')}
            </Button>
          </div>
        )}
        {ahead && (
          <>
            {ahead.next && <NextBoard next={ahead.next} entity={entity} now={now} />}
            {!isToday && ahead.holiday !== null && <p className={styles.about}>{ahead.holiday}</p>}
            {lessons.length === 0 && <p className={styles.about}>{ahead.holiday ?? t('empty')}</p>}
            <DayRows
              timetable={ahead.timetable}
              day={ahead.day}
              now={now}
              timeZone={school.time_zone}
              isShort={!isWhole}
            />
            {hasPast && (
              <div className={styles.more}>
                <Button wide aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
                  {t(isWhole ? 'less' : 'all')}
                </Button>
              </div>
            )}
            {ahead.following && (
              <div className={styles.following}>
                <h3>{dayOf(ahead.following.date)}</h3>
                <DayRows timetable={ahead.timetable} day={ahead.following} now={now} timeZone={school.time_zone} />
              </div>
            )}
          </>
        )}
      </section>
    </Card>
  );
}
