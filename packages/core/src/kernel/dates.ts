/**
 * Calendar dates as day numbers: plain arithmetic without zones. A date is `YYYY-MM-DD` of the proleptic Gregorian
 * calendar; day 0 is 1970-01-01 (a Thursday).
 */

/** Day number of a date; NaN when it is no date. Civil calendar by whole numbers: plans ask for it a hundred thousand times. */
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
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1)}`;
}

/** Does this text name a date that exists? */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = toDay(text);
  return !Number.isNaN(day) && toDate(day) === text;
}

/** The date `days` later. */
export function addDays(date: string, days: number): string {
  return toDate(toDay(date) + days);
}

/** ISO weekday of a day number, 1 = Monday … 7 = Sunday. */
export function weekdayOfDay(day: number): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  return (((((day + 3) % 7) + 7) % 7) + 1) as 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

/** ISO weekday of a date, 1 = Monday … 7 = Sunday. */
export function weekdayOf(date: string): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  return weekdayOfDay(toDay(date));
}

/** The Monday of the ISO week of a date (T-9.03). */
export function mondayOf(date: string): string {
  const day = toDay(date);
  return toDate(day - weekdayOfDay(day) + 1);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Wall date and time of an instant in an IANA zone. */
export function toLocal(now: Date, timeZone: string): { date: string; time: string } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(now)
      .map((part) => [part.type, part.value]),
  );
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}
