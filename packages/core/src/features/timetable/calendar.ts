import { addDays, mondayOf, toDate, toDay } from '../../kernel/dates.ts';

export {
  addDays,
  isDate,
  mondayOf as toWeekStart,
  toDate,
  toDay as toDayNumber,
  weekdayOf as toWeekday,
} from '../../kernel/dates.ts';

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return toDay(to) - toDay(from);
}

/** So many dates in a row, the first one included. */
export function datesFrom(date: string, count: number): string[] {
  const first = toDay(date);
  return Array.from({ length: count }, (_, index) => toDate(first + index));
}

/** The ISO week number, 1 to 53 (T-3.35). */
export function toIsoWeek(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

/** The first day of the date's month. */
export function toMonthStart(date: string): string {
  return `${date.slice(0, 8)}01`;
}

/** The first day of the month so many months later, earlier when negative. */
export function addMonths(date: string, months: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const year = String(Math.floor(count / 12)).padStart(4, '0');
  return `${year}-${String((count % 12) + 1).padStart(2, '0')}-01`;
}

/** Minutes since midnight of a wall time `HH:MM`. */
export function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** `HH:MM` of minutes since midnight. */
export function toTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
