import {
  type DateRange,
  datesOf,
  type Formats,
  fetchRanges,
  lessonsWindow,
  monthWeeks,
  nextStart,
  type TimetableQuery,
  type ViewType,
} from '@kreide/core/features/timetable';
import { type DateStyle, datesFrom, mondayOf, monthStartOf, type TranslateIn } from '@kreide/core/kernel';

type Page = Pick<TimetableQuery, 'viewType' | 'daysToShow' | 'startDate'>;

/** The dates that a page lists or draws: for a month those of the month itself. */
export function pageDates(query: Page): string[] {
  if (query.viewType !== 'month') return datesOf(query);
  const first = monthStartOf(query.startDate);
  return datesFrom(first, 31).filter((date) => date.startsWith(first.slice(0, 7)));
}

/** The closed range of all days that a page draws, including those of neighbouring months. */
export function drawnRange(query: Page): DateRange {
  const dates = query.viewType === 'month' ? monthWeeks(query.startDate).flat() : datesOf(query);
  return { begins_at: dates[0] ?? query.startDate, ends_at: dates.at(-1) ?? query.startDate };
}

/** The ranges that a page fetches (T-9.05 to T-9.07). */
export const pageRanges = (query: Page, today: string): DateRange[] => fetchRanges(query, pageDates(query), today);

/** The neighbouring page in a direction; the page itself for 0. */
export function pageBeside<Q extends Page>(query: Q, direction: -1 | 0 | 1): Q {
  return direction === 0 ? query : { ...query, startDate: nextStart(query, direction) };
}

/**
 * The ranges to fetch before somebody turns the page: those of both neighbours, and of the lessons window around the week, so
 * that turning day by day does not wait at a border either (T-9.07, T-9.08).
 */
export function rangesAhead(query: Page, today: string): DateRange[] {
  const beside = ([-1, 1] as const).flatMap((direction) => pageRanges(pageBeside(query, direction), today));
  if (query.viewType === 'month') return beside;
  const { begins_at, ends_at } = lessonsWindow(query.startDate);
  return [...beside, ...fetchRanges(query, [begins_at, ends_at], today)];
}

/** Whether a page holds a date. */
export function isOnPage(query: Page, date: string): boolean {
  return query.viewType === 'month' ? query.startDate.slice(0, 7) === date.slice(0, 7) : datesOf(query).includes(date);
}

/** The page of another view for the same time: today where the page contained it (T-4.44). */
export function pageInView(query: Page, viewType: ViewType, today: string, days: number): Page {
  const date = isOnPage(query, today) ? today : (pageDates(query)[0] ?? query.startDate);
  return {
    viewType,
    daysToShow: query.viewType === 'month' ? days : query.daysToShow,
    startDate: viewType === 'week' ? mondayOf(date) : date,
  };
}

/**
 * The heading of a page: "Wednesday 18 November", "16 November – 20 November", "November 2026", with the year where it is
 * not this one.
 */
export function pageTitle(
  query: Page,
  formats: Formats,
  t: TranslateIn<'timetable'>,
  isShort: boolean,
  today: string,
): string {
  if (query.viewType === 'month') return formats.month(query.startDate);
  const dates = datesOf(query);
  const [first, last] = [dates[0] ?? query.startDate, dates.at(-1) ?? query.startDate];
  const isThisYear = last.startsWith(today.slice(0, 4));
  // Where the year stands is said by the language too.
  const [one, from, to] = (
    isThisYear
      ? [
          ['weekday', 'dayMonth', 'dayMonth'],
          ['weekdayShort', 'dayMonthShort', 'dayMonthShort'],
        ]
      : [
          ['weekdayLong', 'dayMonth', 'long'],
          ['weekdayYear', 'dayMonthYear', 'dayMonthYear'],
        ]
  )[isShort ? 1 : 0] as [DateStyle, DateStyle, DateStyle];
  if (first === last) return formats.write(first, one);
  return t('pageRange', { from: formats.write(first, from), to: formats.write(last, to) });
}
