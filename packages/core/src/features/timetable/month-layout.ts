import { addDays, addMonths, datesFrom, mondayOf, monthStartOf } from '../../kernel/calendar/dates.ts';
import { joinDoubles } from './doubles.ts';
import { DAYS_MAXIMUM, MONTH_CELL_HEAD, MONTH_EVENT_HEIGHT } from './limits.ts';
import { lookOf } from './look.ts';
import { compareOccurrences, type Occurrence } from './occurrence.ts';

/** A day of the month view. `shown.length + more` is every change of that day. */
export type MonthCell = {
  readonly date: string;
  readonly isInMonth: boolean;
  /** All occurrences of the day, in time order. */
  readonly occurrences: readonly Occurrence[];
  /** The changes, events and notes that fit, in time order. */
  readonly shown: readonly Occurrence[];
  /** The exact number of changes behind "+N" (T-2.33); 0 when all fit. */
  readonly more: number;
};

/** The Mondays-first weeks that hold a month: 4 to 6 rows of seven dates (T-2.31). */
export function monthWeeks(startDate: string): string[][] {
  const month = monthStartOf(startDate);
  const end = addMonths(month, 1);
  const weeks: string[][] = [];
  for (let monday = mondayOf(month); monday < end; monday = addDays(monday, 7)) {
    weeks.push(datesFrom(monday, DAYS_MAXIMUM));
  }
  return weeks;
}

/**
 * How many events a month cell of a height in px shows at most: floor((height - 26) / 20) - 1, never below 0 (T-2.32).
 */
export function monthCapacity(cellHeight: number): number {
  return Math.max(0, Math.floor((cellHeight - MONTH_CELL_HEAD) / MONTH_EVENT_HEIGHT) - 1);
}

/**
 * The cells of the month view, week by week: what differs from the regular plan, for that is what people look for in a
 * month (T-2.32, T-2.33).
 */
export function layoutMonth(occurrences: readonly Occurrence[], startDate: string, cellHeight: number): MonthCell[][] {
  const month = startDate.slice(0, 7);
  const capacity = monthCapacity(cellHeight);
  const byDate = Map.groupBy(occurrences, (occurrence) => occurrence.date);
  return monthWeeks(startDate).map((dates) =>
    dates.map((date) => {
      const all = [...(byDate.get(date) ?? [])].sort(compareOccurrences);
      const changes = joinDoubles(all).filter(({ lesson }) => lookOf(lesson) !== 'regular');
      const shown = changes.slice(0, capacity);
      return {
        date,
        isInMonth: date.startsWith(month),
        occurrences: all,
        shown,
        more: changes.length - shown.length,
      };
    }),
  );
}
