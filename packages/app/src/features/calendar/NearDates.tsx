import { type CalendarEntry, placeOf } from '@kreide/core/features/calendar';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CardSection } from '../../ui/CardSection.tsx';
import { EventLink } from './EventLink.tsx';
import styles from './NearDates.module.css';
import { useWords } from './use-words.ts';

/** So many stand on the start page; the rest is in the calendar. */
const SHOWN = 4;

/** The next events, each with its day, its hours and its place. */
export function NearDates({ events }: { events: readonly CalendarEntry[] }) {
  const { t, language } = useTranslation('start');
  const { zone, hoursOf } = useWords();
  return (
    <CardSection title={t('dates.title')} href="/calendar" link={t('dates.all')}>
      <ul className={styles.list}>
        {events.slice(0, SHOWN).map((event) => (
          <li key={event.id}>
            <EventLink event={event} className={styles.row}>
              <span className={styles.day}>
                {writeDate(language, placeOf(event, zone).begins_date, 'weekdayShort')}
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{event.name}</span>
                <span className={styles.about}>{[hoursOf(event), event.location].filter(Boolean).join(' · ')}</span>
              </span>
            </EventLink>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
