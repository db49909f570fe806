/**
 * Calendar dates as day numbers: plain arithmetic without zones. A date is `YYYY-MM-DD` of the proleptic Gregorian
 * calendar; day 0 is 1970-01-01 (a Thursday).
 */

/** Day number of a date; NaN when it is none. Integer arithmetic, because plans call it a hundred thousand times. */
export function toDay(date: string): number {
  const month = Number(date.slice(5, 7));
  const year = Number(date.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + Number(date.slice(8, 10)) - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value));
const four = (value: number) => String(value).padStart(4, '0');

/** Date of a day number; empty for NaN. */
export function toDate(day: number): string {
  if (Number.isNaN(day)) return '';
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${four(year)}-${two(month)}-${two(dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1)}`;
}

/** Does this text name a date that exists? */
export function isDate(text: string): boolean {
  return text !== '' && toDate(toDay(text)) === text;
}

/** The date `days` later. */
export function addDays(date: string, days: number): string {
  return toDate(toDay(date) + days);
}

/** Whole days from one date to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return toDay(to) - toDay(from);
}

/** `count` dates in a row, starting with the first. */
export function datesFrom(date: string, count: number): string[] {
  const first = toDay(date);
  return Array.from({ length: count }, (_, index) => toDate(first + index));
}

/** Every date of a closed range; empty when it ends before it begins. */
export function datesBetween(from: string, to: string): string[] {
  return datesFrom(from, Math.max(0, daysBetween(from, to) + 1));
}

/** A day of the ISO week: 1 = Monday … 7 = Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** ISO weekday of a day number. */
export function weekdayOfDay(day: number): Weekday {
  return (((((day + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** ISO weekday of a date. */
export function weekdayOf(date: string): Weekday {
  return weekdayOfDay(toDay(date));
}

/** The Monday of the ISO week of a date (T-9.03). */
export function mondayOf(date: string): string {
  const day = toDay(date);
  return toDate(day - weekdayOfDay(day) + 1);
}

/** The ISO 8601 week number of a date, 1 to 53: the week belongs to the year of its Thursday (T-3.35). */
export function isoWeekOf(date: string): number {
  const day = toDay(date);
  const thursday = day - weekdayOfDay(day) + 4;
  return Math.floor((thursday - toDay(`${toDate(thursday).slice(0, 4)}-01-01`)) / 7) + 1;
}

/** The first day of the date's month. */
export function monthStartOf(date: string): string {
  return `${date.slice(0, 8)}01`;
}

/** The first day of the month some months later; earlier when negative. */
export function addMonths(date: string, months: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  return `${four(Math.floor(count / 12))}-${two((count % 12) + 1)}-01`;
}
