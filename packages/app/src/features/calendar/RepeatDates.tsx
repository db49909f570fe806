import { seriesWords } from '@kreide/core/features/calendar';
import { writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { datesQuery } from './calendar-queries.ts';
import styles from './EventForm.module.css';

/** How many dates are listed. */
const LISTED = 40;

interface RepeatDatesProps {
  /** RRULE of RFC 5545. */
  rule: string;
  skips: boolean;
  /** With which the event begins. */
  date: string;
}

/** The dates of a rule before it is saved: a sentence, and one by one, those in holidays struck out where they are left out. */
export function RepeatDates({ rule, skips, date }: RepeatDatesProps) {
  const { t, language } = useTranslation('calendar');
  const query = useQuery({ ...datesQuery(date, rule), placeholderData: (former) => former });
  return (
    <section className={styles.repeated} aria-label={t('repeat.list')}>
      <Loaded
        query={query}
        headingLevel={3}
        skeleton={{ type: 'list', label: t('repeat.listLoading') }}
        errorTitle={t('repeat.listError')}
      >
        {(dates) => {
          const left_out = skips ? dates.filter(({ holiday }) => holiday !== null).length : 0;
          const span = { begins_on: date, ends_on: dates.at(-1)?.date ?? date };
          const counted = { rule, ...span, dates: dates.length - left_out, left_out };
          return (
            <>
              <p role="status">{seriesWords(counted, { t, language })}</p>
              <ul className={styles.repeatedDates}>
                {dates.slice(0, LISTED).map((one) => (
                  <li key={one.date}>
                    {one.holiday !== null && skips ? (
                      <del>{writeDate(language, one.date, 'weekdayYear')}</del>
                    ) : (
                      writeDate(language, one.date, 'weekdayYear')
                    )}
                    {one.holiday !== null && (
                      <span className={styles.about}> {t('repeat.inHolidays', { name: one.holiday })}</span>
                    )}
                  </li>
                ))}
              </ul>
              {dates.length > LISTED && <p>{t('repeat.listMore', { count: dates.length - LISTED })}</p>}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
