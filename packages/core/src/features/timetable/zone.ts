import { toMinutes } from './calendar.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall of a zone shows. */
export type WallTime = { readonly date: string; readonly minutes: number };

/** The formatter of a zone, made once because making one costs milliseconds. An unknown zone throws a RangeError. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
function offsetAt(zone: string, instant: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = Number(value);
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return wall - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant at which the clocks of an IANA zone show a date and wall time, daylight saving included (T-9.09).
 * A time that a zone skips is moved forward by the length of the gap, a time that comes twice is the first one.
 * @param zone IANA name; an unknown one throws a RangeError.
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 */
export function toInstant(zone: string, date: string, time: string): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + toMinutes(time) * MINUTE;
  const before = offsetAt(zone, wall - DAY);
  const after = offsetAt(zone, wall + DAY);
  const first = wall - Math.max(before, after);
  const second = wall - Math.min(before, after);
  if (first === second || offsetAt(zone, first) === wall - first) return new Date(first);
  if (offsetAt(zone, second) === wall - second) return new Date(second);
  return new Date(wall - before);
}

/** Date and minutes that the clocks of an IANA zone show at an instant: the way back of `toInstant` (T-9.09). */
export function toWallTime(zone: string, instant: Date): WallTime {
  const wall = new Date(instant.getTime() + offsetAt(zone, instant.getTime()));
  return { date: wall.toISOString().slice(0, 10), minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes() };
}
