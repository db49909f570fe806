import { toDate, toDay } from './dates.ts';
import { dateFormatOf } from './formats.ts';
import { toMinutes } from './times.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Local date and time of a place: `YYYY-MM-DD` and whole minutes since midnight. */
export type LocalTime = { readonly date: string; readonly minutes: number };

/** The IANA zone of the device. */
export function deviceZone(): string {
  return dateFormatOf(undefined, {}).resolvedOptions().timeZone;
}

/**
 * Milliseconds that the clocks of an IANA zone are ahead of UTC at an instant.
 * @param instant epoch milliseconds
 * @param zone IANA name; an unknown one throws a RangeError
 */
export function offsetOf(instant: number, zone: string): number {
  const format = dateFormatOf('en-US', {
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
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return wall - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant at which the clocks of an IANA zone show a date and wall time, daylight saving included (T-9.09).
 * A time that a zone skips moves forward by the length of the gap; of a time that comes twice, the first counts.
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 * @param zone IANA name; an unknown one throws a RangeError
 */
export function toInstant(date: string, time: string, zone: string): Date {
  const wall = toDay(date) * DAY + toMinutes(time) * MINUTE;
  const before = offsetOf(wall - DAY, zone);
  const after = offsetOf(wall + DAY, zone);
  const first = wall - Math.max(before, after);
  const second = wall - Math.min(before, after);
  if (first === second || offsetOf(first, zone) === wall - first) return new Date(first);
  if (offsetOf(second, zone) === wall - second) return new Date(second);
  return new Date(wall - before);
}

/**
 * `toInstant` for many dates of one zone: what the clocks are ahead is asked for once per day.
 * @param zone IANA name; an unknown one throws a RangeError at the first use
 */
export function createInstants(zone: string): (date: string, time: string) => Date {
  const offsets = new Map<number, number>();
  function offsetAt(day: number): number {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const offset = offsetOf(day * DAY, zone);
    offsets.set(day, offset);
    return offset;
  }
  /** Midnight of a date in UTC; null: the clocks change near it. No zone is more than a day ahead or behind. */
  function midnightOf(date: string): number | null {
    const day = toDay(date);
    const offset = offsetAt(day - 1);
    return offset === offsetAt(day + 2) ? day * DAY - offset : null;
  }
  const midnights = new Map<string, number | null>();
  const others = new Map<string, number>();
  return (date, time) => {
    let midnight = midnights.get(date);
    if (midnight === undefined) {
      midnight = midnightOf(date);
      midnights.set(date, midnight);
    }
    if (midnight !== null) return new Date(midnight + toMinutes(time) * MINUTE);
    const key = `${date} ${time}`;
    const instant = others.get(key) ?? toInstant(date, time, zone).getTime();
    others.set(key, instant);
    return new Date(instant);
  };
}

/**
 * Date and minutes that the clocks of an IANA zone show at an instant: the inverse of `toInstant` (T-9.09).
 * @param zone IANA name; an unknown one throws a RangeError
 */
export function toLocal(instant: Date, zone: string): LocalTime {
  const wall = instant.getTime() + offsetOf(instant.getTime(), zone);
  const day = Math.floor(wall / DAY);
  return { date: toDate(day), minutes: Math.floor((wall - day * DAY) / MINUTE) };
}
