import { type EventSpan, placeOf } from '@kreide/core/features/calendar';
import { toTime, writeDate, writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

const DASH = '\u2013';

/** When an event is, in words (C-2.103). */
export function useWords() {
  const { t, language } = useTranslation('calendar');
  const zone = useSelf().school.time_zone;
  const placed = (event: EventSpan) => placeOf(event, zone);
  /** Its hours on the day of its beginning; of a whole day just that. */
  function hoursOf(event: EventSpan): string {
    const { begins_minutes, ends_minutes, is_multi_day } = placed(event);
    if (event.is_all_day || is_multi_day) return t('allDay');
    if (begins_minutes === ends_minutes) return toTime(begins_minutes);
    return `${toTime(begins_minutes)}${DASH}${toTime(Math.min(ends_minutes, 1439))}`;
  }
  function whenOf(event: EventSpan): string {
    const { begins_date, ends_date, is_multi_day } = placed(event);
    const day = writeDate(language, begins_date, 'weekdayLong');
    if (!is_multi_day) return `${day}, ${hoursOf(event)}`;
    if (event.is_all_day)
      return `${writeDate(language, begins_date, 'long')} ${DASH} ${writeDate(language, ends_date, 'long')}`;
    const [from, to] = [new Date(event.begins_at), new Date(event.ends_at)];
    return `${writeMoment(language, from, zone, 'long')} ${DASH} ${writeMoment(language, to, zone, 'long')}`;
  }
  return { zone, hoursOf, whenOf };
}
