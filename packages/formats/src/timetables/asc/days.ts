import type { AskedReading, ParseOptions } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { toWeekdays } from '../day-order.ts';
import { askDays, holdToNames } from '../days-reading.ts';
import type { Findings } from '../findings.ts';
import { toWeekday } from './masks.ts';
import { type Row, readText } from './rows.ts';

/** Which weekday the days of a file are. */
export interface Days {
  /** By its place in the week of the file, from 1; null beyond. */
  at(place: number): Weekday | null;
  /** By its number, as `day` of the older dialect has it. */
  numbered(day: number): Weekday | null;
  /** What can be said of them, where their names do not say it. */
  readonly asked?: AskedReading | undefined;
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
 * is told so, unless somebody has said otherwise; where names are no weekdays, somebody has to.
 */
export function readDays(
  { file, findings, options }: { file: string; findings: Findings; options: ParseOptions },
  rows: Rows,
  ownOptions: string,
): Days {
  const first = firstNumber(rows, ownOptions);
  const places = listPlaces(rows, first);
  const used = rows.card.map((row) => {
    const day = readText(row, 'day') ?? '';
    const last = /^\d$/.test(day) ? Number(day) - first + 1 : day.length;
    return Math.min(WEEK, readText(row, 'days')?.length ?? last);
  });
  const count = [...places.map(({ place }) => place), ...used].reduce((most, one) => Math.max(most, one), 0);
  const listNames = (...columns: string[]) => {
    const names = Array.from({ length: count }, () => '');
    for (const { place, row } of places) names[place - 1] = readText(row, ...columns) ?? '';
    return names;
  };
  const toDays = (at: Days['at'], asked?: AskedReading): Days => ({
    at,
    numbered: (day) => at(day - first + 1),
    asked,
  });
  const placed = (weekdays: readonly Weekday[]) => (place: number) => weekdays[place - 1] ?? null;
  const names = listNames('name', 'short');
  if (names.every((name) => name === '')) {
    if (count === 0) return toDays(toWeekday);
    const { asked, weekdays } = askDays('asc', file, names, options);
    if (weekdays) return toDays(placed(weekdays), asked);
    if (count > FRIDAY) findings.warn('day_beyond_friday', { days: count });
    else if (rows.card.length > 0) findings.warn('weekdays_assumed');
    return toDays(toWeekday, asked);
  }
  // Days beyond those that are named go on in their order.
  const padded = (all: string[]) => [...all, ...Array.from({ length: WEEK - all.length }, () => '')];
  const weekdays = toWeekdays(padded(names)) ?? toWeekdays(names) ?? toWeekdays(listNames('short', 'name'));
  if (weekdays) {
    holdToNames(file, names, weekdays.slice(0, count), options);
    return toDays(placed(weekdays));
  }
  const said = askDays('asc', file, names, options);
  return toDays(placed(said.needed()), said.asked);
}
