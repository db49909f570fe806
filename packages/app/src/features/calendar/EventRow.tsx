import { type CalendarEntry, placeOf } from '@kreide/core/features/calendar';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Calendar.module.css';
import { EventLink } from './EventLink.tsx';
import { useWords } from './use-words.ts';

/** An event in a list: its hours, its name over place and kind. */
export function EventRow({ event }: { event: CalendarEntry }) {
  const { t } = useTranslation('calendar');
  const { zone, hoursOf, whenOf } = useWords();
  const days = placeOf(event, zone).is_multi_day ? whenOf(event) : null;
  return (
    <EventLink event={event} className={styles.row}>
      <span className={styles.hours}>{hoursOf(event)}</span>
      <span className={styles.words}>
        <span className={styles.name}>{event.name}</span>
        <span className={styles.about}>
          {[days, t(`category_${event.category}`), event.location].filter(Boolean).join(' \u00b7 ')}
        </span>
      </span>
    </EventLink>
  );
}
