import { repeatWords } from '@kreide/core/features/calendar';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { type RepeatValues, toRule } from './repeat-form.ts';

/** How an event repeats, in words. */
export function useRepeatWords() {
  const { t, language } = useTranslation('calendar');
  /** `date`: with which it begins. */
  function repeatsOf(values: RepeatValues, date: string): string {
    const rule = toRule(values, date);
    if (!rule) return t('repeat.never');
    const end =
      rule.until !== null
        ? t('repeat.until', { date: writeDate(language, rule.until, 'long') })
        : rule.count !== null
          ? t('repeat.dates', { count: rule.count })
          : t('repeat.end_year');
    return [repeatWords(rule, date, { t, language }), end].join(', ');
  }
  return { repeatsOf };
}
