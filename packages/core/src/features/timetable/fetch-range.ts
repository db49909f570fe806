import { addDays, daysBetween, mondayOf, monthStartOf } from '../../kernel/calendar/dates.ts';
import { FETCH_WEEKS_AROUND, LESSONS_WINDOW_MINUTES, MONTH_WEEKS } from './limits.ts';
import type { DateRange } from './occurrence.ts';
import type { TimetableQuery } from './query.ts';

const CHUNK_DAYS = (2 * FETCH_WEEKS_AROUND + 1) * 7;

/**
 * The chunk of the time grid: 0 reaches from 3 weeks before to 3 weeks after the current week (T-9.05), 1 is the next
 * seven weeks, -1 the seven before, and so on (T-9.07).
 * @param today in the school's zone, `YYYY-MM-DD`
 */
export function chunkRange(chunk: number, today: string): DateRange {
  const begins_at = addDays(mondayOf(today), chunk * CHUNK_DAYS - FETCH_WEEKS_AROUND * 7);
  return { begins_at, ends_at: addDays(begins_at, CHUNK_DAYS - 1) };
}

/** The chunk that holds a date. */
export function chunkOf(date: string, today: string): number {
  return Math.floor(daysBetween(chunkRange(0, today).begins_at, date) / CHUNK_DAYS);
}

/**
 * The ranges that a page needs, in order: one chunk, or two where the page crosses a border; for a month the six weeks
 * from the Monday of its first ISO week (T-9.06).
 */
export function fetchRanges(
  query: Pick<TimetableQuery, 'viewType' | 'startDate'>,
  dates: readonly string[],
  today: string,
): DateRange[] {
  if (query.viewType === 'month') {
    const begins_at = mondayOf(monthStartOf(query.startDate));
    return [{ begins_at, ends_at: addDays(begins_at, MONTH_WEEKS * 7 - 1) }];
  }
  const first = chunkOf(dates[0] ?? query.startDate, today);
  const last = chunkOf(dates.at(-1) ?? query.startDate, today);
  return Array.from({ length: last - first + 1 }, (_, index) => chunkRange(first + index, today));
}

const WINDOW_DAYS = LESSONS_WINDOW_MINUTES / (24 * 60);

/** The lessons window of the week of a date: its days from before the start of the week until after it (T-9.08). */
export function lessonsWindow(date: string): DateRange {
  const monday = mondayOf(date);
  return { begins_at: addDays(monday, -WINDOW_DAYS), ends_at: addDays(monday, WINDOW_DAYS - 1) };
}
