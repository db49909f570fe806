import {
  type EventRepeats,
  type EventSeries,
  parseRepeat,
  placeInMonth,
  type RepeatRule,
  writeRepeat,
} from '@kreide/core/features/calendar';
import { addDays, weekdayOf } from '@kreide/core/kernel';

/** What most people choose; each follows the date with which the event begins. */
export const REPEAT_KINDS = ['never', 'DAILY', 'WEEKLY', 'FORTNIGHTLY', 'MONTHLY', 'YEARLY', 'custom'] as const;
export type RepeatKind = (typeof REPEAT_KINDS)[number];
export const REPEAT_ENDS = ['year', 'date', 'count'] as const;
export type RepeatEnd = (typeof REPEAT_ENDS)[number];

/** How an event repeats, as somebody chooses it. */
export interface RepeatValues {
  readonly kind: RepeatKind;
  /** The rule of the kind `custom`, without its end. */
  readonly custom: RepeatRule;
  readonly end: RepeatEnd;
  readonly until: string;
  readonly count: number;
  readonly skips_holidays: boolean;
}

const DAILY: RepeatRule = {
  unit: 'DAILY',
  every: 1,
  weekdays: [],
  monthday: null,
  nth: null,
  count: null,
  until: null,
};
const COUNT = 10;
const WEEKS = 10;

/** The rule of a kind for an event that begins on a date, without an end; null: it does not repeat. */
export function ruleOfKind(kind: RepeatKind, date: string, custom: RepeatRule): RepeatRule | null {
  const weekday = weekdayOf(date);
  if (kind === 'never') return null;
  if (kind === 'custom') return custom;
  if (kind === 'WEEKLY' || kind === 'FORTNIGHTLY')
    return { ...DAILY, unit: 'WEEKLY', every: kind === 'WEEKLY' ? 1 : 2, weekdays: [weekday] };
  if (kind === 'MONTHLY') return { ...DAILY, unit: 'MONTHLY', nth: { place: placeInMonth(date), weekday } };
  return { ...DAILY, unit: kind };
}

/** An event that does not repeat yet. */
export const noRepeat = (date: string): RepeatValues => ({
  kind: 'never',
  custom: { ...DAILY, unit: 'WEEKLY', weekdays: [weekdayOf(date)] },
  end: 'year',
  until: addDays(date, 7 * WEEKS),
  count: COUNT,
  skips_holidays: true,
});

/** The rule with its end; null: it does not repeat. */
export function toRule({ kind, custom, end, until, count }: RepeatValues, date: string): RepeatRule | null {
  const rule = ruleOfKind(kind, date, custom);
  return rule && { ...rule, count: end === 'count' ? count : null, until: end === 'date' ? until : null };
}

/** What is sent of it. */
export function toRepeats(values: RepeatValues, date: string): EventRepeats | null {
  const rule = toRule(values, date);
  return rule && { rule: writeRepeat(rule), skips_holidays: values.skips_holidays };
}

/** The choices that a series was made of; `date`: of its event. */
export function toRepeatValues(series: EventSeries | null, date: string): RepeatValues {
  const none = noRepeat(date);
  const read = series ? parseRepeat(series.rule) : null;
  if (!series || !read || !('rule' in read)) return none;
  const { count, until } = read.rule;
  const custom = { ...read.rule, count: null, until: null };
  const isOf = (kind: RepeatKind) => {
    const rule = ruleOfKind(kind, date, custom);
    return rule !== null && writeRepeat(rule) === writeRepeat(custom);
  };
  return {
    kind: REPEAT_KINDS.find(isOf) ?? 'custom',
    custom,
    end: count === null ? 'date' : 'count',
    until: until ?? series.ends_on,
    count: count ?? COUNT,
    skips_holidays: series.skips_holidays,
  };
}
