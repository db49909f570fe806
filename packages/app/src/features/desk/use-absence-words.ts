import type { AbsentTime } from '@kreide/core/features/desk';
import { weekdayNames } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { useDeskWords } from './use-desk-words.ts';

/** How long somebody or something is not there, in words. */
export function useAbsenceWords() {
  const { t, language } = useTranslation('desk');
  const { formats } = useDeskWords();
  const weekdays = weekdayNames(language, 'long');
  return {
    /** "Monday, 23 November – Friday, 27 November". */
    sayDays: ({ begins_at, ends_at }: AbsentTime): string =>
      [...new Set([begins_at, ends_at])].map((date) => formats.date(date)).join(' – '),
    /** "from 08:50, until 13:00": on one of its days, or null: as a whole. */
    sayTimes: ({ begins_at, ends_at, time_begins_at, time_ends_at, days }: AbsentTime, date: string | null): string => {
      const isEach = date === null || days.length > 0;
      const from = isEach || begins_at === date ? time_begins_at : null;
      const until = isEach || ends_at === date ? time_ends_at : null;
      const parts = [
        days.map((weekday) => weekdays[weekday]).join(', '),
        from && t('absent.from', { time: from }),
        until && t('absent.until', { time: until }),
        date !== null && ends_at > date && t('absent.lastDay', { date: formats.dateShort(ends_at) }),
      ].filter(Boolean);
      return parts.length > 0 ? parts.join(', ') : t('absent.wholeDay');
    },
  };
}
