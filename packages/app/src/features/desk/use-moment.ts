import { toLocal, toTime, writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

/** An instant as the school's clock shows it, with its day: "Mon 23 November, 06:45". */
export function useMoment(): (instant: string) => string {
  const { language } = useTranslation('desk');
  const { school } = useSelf();
  return (instant) => {
    const { date, minutes } = toLocal(new Date(instant), school.time_zone);
    return `${writeDate(language, date, 'weekdayBrief')}, ${toTime(minutes)}`;
  };
}
