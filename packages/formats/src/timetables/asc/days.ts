import type { Weekday } from '@kreide/core/kernel';
import { toDayList, toWeekdays } from '../day-order.ts';
import { type Findings, unreadable } from '../findings.ts';
import { toWeekday } from './masks.ts';
import { type Row, readText } from './rows.ts';

/** Which weekday the days of a file are. */
export interface Days {
  /** By its place in the week of the file, from 1; null beyond. */
  at(place: number): Weekday | null;
  /** By its number, as `day` of the older dialect has it. */
  numbered(day: number): Weekday | null;
}

type Rows = Readonly<Record<'day' | 'daysdef' | 'card', readonly Row[]>>;

/** Days beyond these make a plan longer than a school week of Monday to Friday. */
const FRIDAY = 5;
const WEEK = 7;

/** The number of the first day: as the options say, else as the table of days begins. */
function firstNumber({ day }: Rows, options: string): 0 | 1 {
  if (/(^|[,:])daynumbering1(,|$)/i.test(options)) return 1;
  const numbers = day.flatMap((row) => readText(row, 'day') ?? []);
  return numbers.includes('1') && !numbers.includes('0') ? 1 : 0;
}

/** The places of days with their rows: of masks only those of a single day name it. */
function listPlaces(rows: Rows, first: 0 | 1): { place: number; row: Row }[] {
  return [
    ...rows.daysdef.flatMap((row) => {
      const mask = readText(row, 'days') ?? '';
      return /^0*10*$/.test(mask) ? [{ place: mask.indexOf('1') + 1, row }] : [];
    }),
    ...rows.day.flatMap((row) => {
      const number = readText(row, 'day') ?? '';
      return /^\d$/.test(number) ? [{ place: Number(number) - first + 1, row }] : [];
    }),
  ].filter(({ place }) => place >= 1 && place <= WEEK);
}

/**
 * The weekdays of a file by the names of its days, in whichever order they stand. A file without names begins on Monday, and
 * is told so; names that are no weekdays refuse it (`weekdays_unclear`).
 */
export function readDays(file: string, rows: Rows, options: string, findings: Findings): Days {
  const first = firstNumber(rows, options);
  const places = listPlaces(rows, first);
  const used = rows.card.map((row) => Math.min(WEEK, readText(row, 'days')?.length ?? 0));
  const count = [...places.map(({ place }) => place), ...used].reduce((most, one) => Math.max(most, one), 0);
  const listNames = (...columns: string[]) => {
    const names = Array.from({ length: count }, () => '');
    for (const { place, row } of places) names[place - 1] = readText(row, ...columns) ?? '';
    return names;
  };
  const names = listNames('name', 'short');
  const numbered = (at: Days['at']) => (day: number) => at(day - first + 1);
  if (names.every((name) => name === '')) {
    if (count > FRIDAY) findings.warn('day_beyond_friday', { days: count });
    else if (rows.card.length > 0) findings.warn('weekdays_assumed');
    return { at: toWeekday, numbered: numbered(toWeekday) };
  }
  // Days beyond those that are named go on in their order.
  const padded = (all: string[]) => [...all, ...Array.from({ length: WEEK - all.length }, () => '')];
  const weekdays = toWeekdays(padded(names)) ?? toWeekdays(names) ?? toWeekdays(listNames('short', 'name')) ?? null;
  if (weekdays === null) throw unreadable(file, 'weekdays_unclear', { days: toDayList(names.filter(Boolean)) });
  const at = (place: number) => weekdays[place - 1] ?? null;
  return { at, numbered: numbered(at) };
}
