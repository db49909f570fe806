import { writeDate, writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

/** Writes the day and the times of an evening, in the school's zone. */
export function useTimes() {
  const { language } = useTranslation('parents-evening');
  const zone = useSelf().school.time_zone;
  return {
    write: (at: string) => writeMoment(language, new Date(at), zone, 'medium'),
    spanOf: ({ date, begins_at, ends_at }: { date: string; begins_at: string; ends_at: string }) =>
      `${writeDate(language, date, 'weekdayYear')}, ${begins_at}–${ends_at}`,
  };
}
