import { DAY_MINUTES } from './limits.ts';

const DAY_MILLISECONDS = DAY_MINUTES * 60_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that exists, written `YYYY-MM-DD` (T-9.04, T-5.33). */
export function isDate(text: string): boolean {
  return DATE.test(text) && toDate(toDayNumber(text)) === text;
}

/** Days since 1970-01-01 of a date `YYYY-MM-DD`: whole days, free of zones. */
export function toDayNumber(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MILLISECONDS;
}

/** The date `YYYY-MM-DD` of a day number. */
export function toDate(dayNumber: number): string {
  const instant = new Date(dayNumber * DAY_MILLISECONDS);
  return Number.isNaN(instant.getTime()) ? '' : instant.toISOString().slice(0, 10);
}

/** The date so many days later, earlier when negative. */
export function addDays(date: string, days: number): string {
  return toDate(toDayNumber(date) + days);
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** So many dates in a row, the first one included. */
export function datesFrom(date: string, count: number): string[] {
  const first = toDayNumber(date);
  return Array.from({ length: count }, (_, index) => toDate(first + index));
}

/** 1 for Monday to 7 for Sunday (T-9.03). */
export function toWeekday(date: string): number {
  const weekday = (toDayNumber(date) + 3) % 7;
  return (weekday < 0 ? weekday + 7 : weekday) + 1;
}

/** Monday of the ISO week that holds the date (T-9.03, P-9.20). */
export function toWeekStart(date: string): string {
  return addDays(date, 1 - toWeekday(date));
}

/** The ISO week number, 1 to 53 (T-3.35). */
export function toIsoWeek(date: string): number {
  const thursday = addDays(toWeekStart(date), 3);
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
