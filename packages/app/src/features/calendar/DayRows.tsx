import { isOn, type PlacedEvent } from '@kreide/core/features/calendar';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import styles from './Calendar.module.css';
import { EventRow } from './EventRow.tsx';

interface DayRowsProps {
  events: readonly PlacedEvent[];
  dates: readonly string[];
  today: string;
}

/** The days of a week one below the other, where there is no room for columns. */
export function DayRows({ events, dates, today }: DayRowsProps) {
  const { t, language } = useTranslation('calendar');
  return (
    <div className={styles.days}>
      {dates.map((date) => {
        const there = events.filter((one) => isOn(one, date));
        return (
          <section key={date} className={classes(date === today && styles.now)}>
            <h2 className={styles.day}>{writeDate(language, date, 'weekday')}</h2>
            {there.length === 0 && <p className={styles.nothing}>{t('list.emptyTitle')}</p>}
            <ul className={styles.rows}>
              {there.map(({ event }) => (
                <li key={event.id}>
                  <EventRow event={event} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
