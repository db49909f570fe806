/**
 * Calendar dates as day numbers: plain arithmetic without zones. A date is `YYYY-MM-DD` of the proleptic Gregorian
 * calendar; day 0 is 1970-01-01 (a Thursday).
 */

/** Day number of a date; NaN when it is no date. */
export function toDay(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
}

/** Date of a day number. */
export function toDate(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
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
