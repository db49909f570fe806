import { weekdayOf } from '../../kernel/calendar/dates.ts';
import type { Language } from '../../kernel/product.ts';
import { localeOf } from '../../kernel/product.ts';
import type { TranslateIn } from '../../kernel/texts.ts';
import { weekdayNames, writeDate } from '../../kernel/written-dates.ts';
import { parseRepeat, type RepeatPlace, type RepeatRule } from './recurrence.ts';

/** The weekdays (1 = Monday) whose names take the other form of `first`, `second`, … */
const FEMININE: Partial<Record<Language, readonly number[]>> = { it: [7], uk: [3, 5, 6, 7] };

interface Words {
  readonly t: TranslateIn<'calendar'>;
  readonly language: Language;
}

/** `second`, in the form that the weekday wants. */
export function placeWords(place: RepeatPlace, weekday: number, { t, language }: Words): string {
  const key = place === -1 ? 'last' : (`${place}` as const);
  return FEMININE[language]?.includes(weekday) ? t(`repeat.placeFeminine_${key}`) : t(`repeat.place_${key}`);
}

const listOf = (language: Language, parts: readonly string[]) =>
  new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(parts);

/** How often, without an end: "Every 2 weeks: Tuesday". `first`: the date with which it begins. */
export function repeatWords(rule: RepeatRule, first: string, words: Words): string {
  const { t, language } = words;
  const { unit, every: count, nth } = rule;
  const isEach = count <= 1;
  const names = weekdayNames(language, 'long');
  if (unit === 'DAILY') return isEach ? t('repeat.daily') : t('repeat.everyDays', { count });
  if (unit === 'WEEKLY') {
    const weekdays = rule.weekdays.length > 0 ? rule.weekdays : [weekdayOf(first)];
    const days = listOf(
      language,
      weekdays.map((day) => names[day] ?? ''),
    );
    return isEach ? t('repeat.weekly', { days }) : t('repeat.everyWeeks', { count, days });
  }
  if (unit === 'YEARLY') {
    const date = writeDate(language, first, 'dayMonth');
    return isEach ? t('repeat.yearly', { date }) : t('repeat.everyYears', { count, date });
  }
  if (nth) {
    const place = placeWords(nth.place, nth.weekday, words);
    const name = names[nth.weekday] ?? '';
    return isEach ? t('repeat.monthlyNth', { place, name }) : t('repeat.everyMonthsNth', { count, place, name });
  }
  const date = rule.monthday ?? Number(first.slice(8));
  if (date === -1) return isEach ? t('repeat.monthlyLast') : t('repeat.everyMonthsLast', { count });
  return isEach ? t('repeat.monthly', { date }) : t('repeat.everyMonths', { count, date });
}

/** What a sentence says of a series besides its rule. */
export interface CountedSeries {
  /** As RFC 5545 writes it. */
  readonly rule: string;
  readonly begins_on: string;
  /** Its last date. */
  readonly ends_on: string;
  /** Dates that take place, and those that holidays take away. */
  readonly dates: number;
  readonly left_out: number;
}

/** A series in a sentence: "Every 2 weeks: Tuesday, until 31 July 2027, 14 dates, 3 left out for holidays". */
export function seriesWords({ rule, begins_on, ends_on, dates, left_out }: CountedSeries, words: Words): string {
  const { t, language } = words;
  const read = parseRepeat(rule);
  return [
    'rule' in read && repeatWords(read.rule, begins_on, words),
    t('repeat.until', { date: writeDate(language, ends_on, 'long') }),
    t('repeat.dates', { count: dates }),
    left_out > 0 && t('repeat.leftOut', { count: left_out }),
  ]
    .filter(Boolean)
    .join(', ');
}
