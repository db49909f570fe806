import type { HolidayRecord, Weeks } from '@kreide/core/features/timetable-import';
import { datesBetween, type Weekday, weekdayOf } from '@kreide/core/kernel';

/** The school year of an occurrence string: one entry for each of its days. */
export interface UntisYear {
  begins_at: string;
  ends_at: string;
  days: readonly UntisDay[];
  /** The same days by their weekday. */
  of: ReadonlyMap<Weekday, readonly UntisDay[]>;
}

interface UntisDay {
  date: string;
  weekday: Weekday;
  /** Its place in the string. */
  index: number;
  is_free: boolean;
}

/** The days of a school year and whether the file's holidays cover them. */
export function toUntisYear(begins: string, ends: string, holidays: readonly HolidayRecord[]): UntisYear {
  const days = datesBetween(begins, ends).map((date, index) => ({
    date,
    weekday: weekdayOf(date),
    index,
    is_free: holidays.some((holiday) => holiday.begins_at <= date && date <= holiday.ends_at),
  }));
  return { begins_at: begins, ends_at: ends, days, of: Map.groupBy(days, ({ weekday }) => weekday) };
}

/** One character for each day of the school year: `1` held, `0` not this week, `F` no school. */
export function isOccurrence(value: string, year: UntisYear): boolean {
  return /^[01F]+$/i.test(value) && value.length === year.days.length;
}

/**
 * The week pattern of one weekday from an occurrence string (docs/import-formats.md, Untis XML): every week when it is
 * held on each day that is not a holiday in the file, else exactly the dates marked `1`. `from` and `to` are the
 * lesson's validity; days outside of it are ignored.
 */
export function toOccurrenceWeeks(
  value: string,
  weekday: Weekday,
  year: UntisYear,
  from: string | null,
  to: string | null,
): Weeks {
  const held: string[] = [];
  let isEvery = true;
  for (const { date, index, is_free } of year.of.get(weekday) ?? []) {
    if ((from && date < from) || (to && date > to)) continue;
    const isHeld = value[index] === '1';
    if (isHeld) held.push(date);
    if (isHeld === is_free) isEvery = false;
  }
  return isEvery ? { kind: 'every' } : { kind: 'dates', dates: held };
}
