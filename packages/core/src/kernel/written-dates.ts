import { daysBetween } from './calendar/dates.ts';
import { dateFormatOf } from './calendar/formats.ts';
import { toTime } from './calendar/times.ts';
import { toLocal } from './calendar/zone.ts';
import { type Language, localeOf } from './product.ts';

/** How a date is written for people, each by an example of 18 November 2026. */
const DATE_STYLES = {
  /** Wednesday 18 November. */
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Wednesday 18 November 2026. */
  weekdayLong: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Wed 18 November. */
  weekdayBrief: { weekday: 'short', day: 'numeric', month: 'long' },
  /** Wed 18/11. */
  weekdayShort: { weekday: 'short', day: 'numeric', month: 'numeric' },
  /** Wed, 18/11/2026. */
  weekdayYear: { weekday: 'short', day: 'numeric', month: 'numeric', year: 'numeric' },
  /** 18 November. */
  dayMonth: { day: 'numeric', month: 'long' },
  /** 18/11. */
  dayMonthShort: { day: 'numeric', month: 'numeric' },
  /** 18/11/2026. */
  dayMonthYear: { day: 'numeric', month: 'numeric', year: 'numeric' },
  /** November 2026. */
  month: { month: 'long', year: 'numeric' },
  /** 18 November 2026. */
  long: { dateStyle: 'long' },
  /** 18 Nov 2026. */
  medium: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateStyle = keyof typeof DATE_STYLES;

/** How an instant is written for people, with date and 24-hour clock. */
const MOMENT_STYLES = {
  /** 18 November 2026 at 10:10. */
  long: { dateStyle: 'long', timeStyle: 'short' },
  /** 18 Nov 2026, 10:10. */
  medium: { dateStyle: 'medium', timeStyle: 'short' },
  /** 18/11/2026, 10:10. */
  short: { dateStyle: 'short', timeStyle: 'short' },
  /** 18/11/2026, 10:10:30. */
  seconds: { dateStyle: 'short', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type MomentStyle = keyof typeof MOMENT_STYLES;

/** A date `YYYY-MM-DD` as the language writes it. Nothing else decides the order of day and month. */
export function writeDate(language: Language, date: string, style: DateStyle): string {
  const format = dateFormatOf(localeOf(language), { ...DATE_STYLES[style], timeZone: 'UTC' });
  return format.format(Date.parse(`${date}T00:00:00Z`));
}

/**
 * An instant as the language writes it, with date and time.
 * @param timeZone IANA name; undefined for the device's own
 */
export function writeMoment(
  language: Language,
  instant: Date,
  timeZone: string | undefined,
  style: MomentStyle,
): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormatOf(localeOf(language), { ...MOMENT_STYLES[style], ...zone, hourCycle: 'h23' }).format(instant);
}

const MINUTE_MS = 60_000;

/**
 * How long ago an instant is, as one says it: "now", "5 minutes ago", "2 hours ago", "yesterday, 18:40", after that the day.
 * @param timeZone IANA name: the day ends where the school is
 */
export function writeAgo(language: Language, instant: Date, now: Date, timeZone: string): string {
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const minutes = Math.max(0, Math.floor((now.getTime() - instant.getTime()) / MINUTE_MS));
  if (minutes < 1) return relative.format(0, 'second');
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const [then, today] = [toLocal(instant, timeZone), toLocal(now, timeZone)];
  const days = daysBetween(then.date, today.date);
  if (days === 0) return relative.format(-Math.floor(minutes / 60), 'hour');
  if (days === 1) return `${relative.format(-1, 'day')}, ${toTime(then.minutes)}`;
  return writeDate(language, then.date, 'medium');
}

/** When a wait is over, as one says it: "in 40 seconds", from a minute and a half on "in 3 minutes", from an hour and a half on "in 5 hours". */
export function writeWait(language: Language, seconds: number): string {
  const relative = new Intl.RelativeTimeFormat(localeOf(language));
  if (seconds <= 90) return relative.format(Math.ceil(seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? relative.format(minutes, 'minute') : relative.format(Math.ceil(minutes / 60), 'hour');
}

/** The same in a few letters, for a list: `10:42` today, `Di` within the last week, `12.08.`, and with its year before that. */
export function writeBriefly(language: Language, instant: Date, now: Date, timeZone: string): string {
  const [then, today] = [toLocal(instant, timeZone), toLocal(now, timeZone)];
  const days = daysBetween(then.date, today.date);
  if (days <= 0) return toTime(then.minutes);
  const at = new Date(`${then.date}T00:00:00Z`);
  if (days < 7) return dateFormatOf(localeOf(language), { weekday: 'short', timeZone: 'UTC' }).format(at);
  const format = { day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const;
  const isThisYear = then.date.slice(0, 4) === today.date.slice(0, 4);
  return dateFormatOf(localeOf(language), isThisYear ? format : { ...format, year: '2-digit' }).format(at);
}

/** The names of the weekdays, Monday first: index 1 = Monday … 7 as ISO 8601 counts them, index 0 is empty. */
export const weekdayNames = (language: Language, width: 'long' | 'short'): readonly string[] =>
  weekdayNamesIn(localeOf(language), width);

/** The same in any language, by its tag of BCP 47: for files of other programs. */
export function weekdayNamesIn(locale: string, width: 'long' | 'short'): readonly string[] {
  const format = dateFormatOf(locale, { weekday: width, timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return ['', ...Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)))];
}
