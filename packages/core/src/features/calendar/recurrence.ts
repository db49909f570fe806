import {
  addDays,
  addMonths,
  daysBetween,
  isDate,
  mondayOf,
  monthStartOf,
  toDate,
  toDay,
  type Weekday,
  weekdayOf,
} from '../../kernel/calendar/dates.ts';

/** Most dates of one series. */
export const SERIES_DATES_MAXIMUM = 366;
/** The longest way from one date to the next, in units of the rule. */
export const REPEAT_EVERY_MAXIMUM = 99;
/** Longest rule, characters. */
export const REPEAT_RULE_MAXIMUM = 120;

export const REPEAT_UNITS = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type RepeatUnit = (typeof REPEAT_UNITS)[number];

/** Which of the weekdays of a month; -1: the last one. */
export const REPEAT_PLACES = [1, 2, 3, 4, -1] as const;
export type RepeatPlace = (typeof REPEAT_PLACES)[number];

/** How an event repeats: that part of a rule of RFC 5545 which calendars offer. */
export interface RepeatRule {
  readonly unit: RepeatUnit;
  /** Every so many units, 1 to 99. */
  readonly every: number;
  /** WEEKLY: on these days, Monday first; none: on the weekday of the first date. */
  readonly weekdays: readonly Weekday[];
  /** MONTHLY: on this day, -1 = the last one; null: on that of the first date, or `nth`. */
  readonly monthday: number | null;
  /** MONTHLY: on this weekday of the month. */
  readonly nth: { readonly place: RepeatPlace; readonly weekday: Weekday } | null;
  /** It ends after so many dates, or with this date; both null: the school says when. */
  readonly count: number | null;
  readonly until: string | null;
}

/** What is wrong with a rule: its unit is too small, or a part of it is none that calendars offer. */
export type RepeatProblem = 'repeatUnit' | 'repeatRule';

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const codeOf = (weekday: Weekday) => DAYS[weekday - 1] ?? 'MO';
const toWeekday = (code: string): Weekday | null => {
  const at = DAYS.indexOf(code);
  return at < 0 ? null : ((at + 1) as Weekday);
};
const toWhole = (text: string, least: number, most: number): number | null =>
  /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null;

/** The part of a rule that a name and its text mean; null: not one of ours. */
function readPart(name: string, text: string, unit: RepeatUnit): Partial<RepeatRule> | null {
  if (name === 'INTERVAL') {
    const every = toWhole(text, 1, REPEAT_EVERY_MAXIMUM);
    return every === null ? null : { every };
  }
  if (name === 'COUNT') {
    const count = toWhole(text, 1, SERIES_DATES_MAXIMUM);
    return count === null ? null : { count };
  }
  if (name === 'UNTIL') {
    const until = /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : '';
    return isDate(until) ? { until } : null;
  }
  if (name === 'BYMONTHDAY' && unit === 'MONTHLY') {
    const monthday = text === '-1' ? -1 : toWhole(text, 1, 31);
    return monthday === null ? null : { monthday };
  }
  if (name === 'BYDAY' && unit === 'WEEKLY') {
    const weekdays = text.split(',').map(toWeekday);
    const known = weekdays.filter((one) => one !== null);
    return known.length === weekdays.length ? { weekdays: [...new Set(known)].sort((a, b) => a - b) } : null;
  }
  if (name === 'BYDAY' && unit === 'MONTHLY') {
    const [, number, code = ''] = /^(-?\d)([A-Z]{2})$/.exec(text) ?? [];
    const place = REPEAT_PLACES.find((one) => String(one) === number);
    const weekday = toWeekday(code);
    return place === undefined || weekday === null ? null : { nth: { place, weekday } };
  }
  return null;
}

/** A rule as RFC 5545 writes it (`FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270731`), or what is wrong with it. */
export function parseRepeat(text: string): { rule: RepeatRule } | { problem: RepeatProblem } {
  const parts = text.split(';').map((part) => part.split('='));
  const names = parts.map(([name = '']) => name);
  const said = parts.find(([name]) => name === 'FREQ')?.[1];
  const unit = REPEAT_UNITS.find((one) => one === said);
  if (!unit) return { problem: 'repeatUnit' };
  let rule: RepeatRule = {
    unit,
    every: 1,
    weekdays: [],
    monthday: null,
    nth: null,
    count: null,
    until: null,
  };
  if (new Set(names).size < names.length) return { problem: 'repeatRule' };
  for (const [name = '', value = '', ...further] of parts) {
    if (name === 'FREQ') continue;
    const part = further.length > 0 ? null : readPart(name, value, unit);
    if (!part) return { problem: 'repeatRule' };
    rule = { ...rule, ...part };
  }
  const isTwice = (rule.count !== null && rule.until !== null) || (rule.monthday !== null && rule.nth !== null);
  return isTwice ? { problem: 'repeatRule' } : { rule };
}

/** The rule as RFC 5545 writes it; reading it gives the rule again. */
export function writeRepeat({ unit, every, weekdays, monthday, nth, count, until }: RepeatRule): string {
  return [
    `FREQ=${unit}`,
    every > 1 && `INTERVAL=${every}`,
    weekdays.length > 0 && `BYDAY=${weekdays.map(codeOf).join(',')}`,
    monthday !== null && `BYMONTHDAY=${monthday}`,
    nth && `BYDAY=${nth.place}${codeOf(nth.weekday)}`,
    count !== null && `COUNT=${count}`,
    until !== null && `UNTIL=${until.replaceAll('-', '')}`,
  ]
    .filter(Boolean)
    .join(';');
}

const daysOfMonth = (start: string) => daysBetween(start, addMonths(start, 1));

/** The date of a month on which the rule falls; null: this month has none. `start`: its first day. */
function dateOfMonth({ monthday, nth }: RepeatRule, start: string, first: string): string | null {
  const length = daysOfMonth(start);
  if (nth) {
    const { place, weekday } = nth;
    const to = (weekday - weekdayOf(start) + 7) % 7;
    const last = to + 7 * Math.floor((length - 1 - to) / 7);
    return addDays(start, place === -1 ? last : to + 7 * (place - 1));
  }
  const day = monthday ?? Number(first.slice(8));
  if (day === -1) return addDays(start, length - 1);
  return day > length ? null : addDays(start, day - 1);
}

/** The dates of a rule one after the other, from the first on, without end. */
function* walk(rule: RepeatRule, first: string): Generator<string> {
  const { unit, every, weekdays } = rule;
  const start = toDay(first);
  if (unit === 'DAILY') for (let day = start; ; day += every) yield toDate(day);
  if (unit === 'WEEKLY') {
    const days = weekdays.length > 0 ? weekdays : [weekdayOf(first)];
    for (let monday = toDay(mondayOf(first)); ; monday += 7 * every)
      for (const weekday of days) if (monday + weekday - 1 >= start) yield toDate(monday + weekday - 1);
  }
  const months = unit === 'YEARLY' ? 12 * every : every;
  for (let month = monthStartOf(first); ; month = addMonths(month, months)) {
    const date = dateOfMonth(rule, month, first);
    if (date === null) {
      // 30 February never comes; the year of the caller's end does.
      if (month > '2200') return;
      yield '';
    } else if (date >= first) yield date;
  }
}

/**
 * The dates of a series: wall dates of the school, so that a time of day stays what it is over changes of the clock.
 * @param first nothing is before it
 * @param last nothing is after it
 * @param most so many at most
 */
export function repeatDates(rule: RepeatRule, first: string, last: string, most: number): string[] {
  const dates: string[] = [];
  const end = rule.until !== null && rule.until < last ? rule.until : last;
  const limit = Math.min(most, rule.count ?? most);
  for (const date of walk(rule, first)) {
    if (date > end || dates.length >= limit) break;
    if (date !== '') dates.push(date);
  }
  return dates;
}

/** Which of the weekdays of its month a date is: 1 to 4, and the last where there is a fifth. */
export const placeInMonth = (date: string): RepeatPlace => {
  const number = Math.ceil(Number(date.slice(8)) / 7);
  return REPEAT_PLACES.find((place) => place === number) ?? -1;
};

/** The rule after its dates were moved by days, as that of `date` to another: weekdays move along, and so does the day of a month. */
export function moveRepeat(rule: RepeatRule, date: string, days: number): RepeatRule {
  if (days === 0) return rule;
  const moved = addDays(date, days);
  return {
    ...rule,
    weekdays: rule.weekdays
      .map((weekday) => ((((weekday - 1 + days) % 7) + 7) % 7) + 1)
      .sort((a, b) => a - b) as Weekday[],
    monthday: rule.monthday === null ? null : Number(moved.slice(8)),
    nth: rule.nth && { place: placeInMonth(moved), weekday: weekdayOf(moved) },
  };
}
