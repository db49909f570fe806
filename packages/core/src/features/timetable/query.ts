import { addDays, addMonths, datesFrom, isDate, mondayOf, monthStartOf } from '../../kernel/calendar/dates.ts';
import { isTime } from '../../kernel/calendar/times.ts';
import { DAYS_DEFAULT, DAYS_MAXIMUM } from './limits.ts';
import { type Occurrence, partsOf } from './occurrence.ts';
import { VIEW_TYPES, type ViewType } from './schema.ts';

/** The query of a timetable or calendar address after normalisation (T-2.18). */
export type TimetableQuery = {
  readonly viewType: ViewType;
  /** 1 to 7; days of the week view, remembered in day view; 7 in month view. */
  readonly daysToShow: number;
  /** `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly showBackButton: boolean;
  readonly lessonId: string | null;
  readonly lessonInternalId: number | null;
  readonly week: number | null;
  readonly weekday: number | null;
  readonly time_begins_at: string | null;
  readonly time_ends_at: string | null;
};

/** What normalisation depends on besides the query. */
export type QuerySurroundings = {
  /** Today in the school's zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The person's setting "I use a screen reader" (T-2.30). */
  readonly hasScreenReader?: boolean;
  /** Days of the school's week; 5 if it gives no usable number. */
  readonly days_to_show?: number;
  /** The date to open with when the address names none (see `openingDate`); today if left out. */
  readonly opening?: string;
  /** The view when the address gives none; an invalid one always becomes the week. */
  readonly viewType?: ViewType;
};

/** A text as a view; null when it is none (T-2.19). */
export function parseViewType(text: string | null): ViewType | null {
  return VIEW_TYPES.find((viewType) => viewType === text) ?? null;
}

/** A whole number of days from 1 to 7, null when it is none (T-5.31). */
export function parseDaysToShow(text: string | null): number | null {
  return parseWhole(text, 1, DAYS_MAXIMUM);
}

function parseWhole(text: string | null, minimum: number, maximum: number): number | null {
  if (text === null || !/^\d{1,15}$/.test(text)) return null;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : null;
}

function parseTime(text: string | null): string | null {
  return text !== null && isTime(text) ? text : null;
}

/**
 * Reads and repairs the query of a timetable address (T-4.45 to T-4.49): a wrong view becomes the week, wrong days the
 * default, a wrong start the Monday of the current week, none that of the opening date, a month always 7 days; a screen
 * reader always gets the day.
 * @param search anything with a `get`, such as URLSearchParams
 */
export function normaliseQuery(
  search: { get(name: string): string | null },
  { today, hasScreenReader = false, days_to_show, opening = today, viewType: preferred = 'week' }: QuerySurroundings,
): TimetableQuery {
  const named = search.get('viewType');
  const wanted = named === null ? preferred : (parseViewType(named) ?? 'week');
  const viewType = hasScreenReader ? 'day' : wanted;
  const days = parseDaysToShow(search.get('daysToShow')) ?? parseDaysToShow(String(days_to_show)) ?? DAYS_DEFAULT;
  const start = search.get('startDate');
  const back = search.get('showBackButton');
  return {
    viewType,
    daysToShow: viewType === 'month' ? DAYS_MAXIMUM : days,
    startDate:
      start === null ? (viewType === 'day' ? opening : mondayOf(opening)) : isDate(start) ? start : mondayOf(today),
    showBackButton: back !== null && back !== '0' && back !== 'false',
    lessonId: search.get('lessonId') || null,
    lessonInternalId: parseWhole(search.get('lessonInternalId'), 1, Number.MAX_SAFE_INTEGER),
    week: parseWhole(search.get('week'), 1, 53),
    weekday: parseWhole(search.get('weekday'), 1, 7),
    time_begins_at: parseTime(search.get('time_begins_at')),
    time_ends_at: parseTime(search.get('time_ends_at')),
  };
}

/** The query as names and values for an address; defaults are omitted. */
export function toSearch(query: TimetableQuery): Record<string, string> {
  const search: Record<string, string> = {
    viewType: query.viewType,
    daysToShow: String(query.daysToShow),
    startDate: query.startDate,
  };
  if (query.showBackButton) search.showBackButton = '1';
  for (const name of ['lessonId', 'lessonInternalId', 'week', 'weekday', 'time_begins_at', 'time_ends_at'] as const) {
    const value = query[name];
    if (value !== null) search[name] = String(value);
  }
  return search;
}

/** Whether the query points at this occurrence or a part of it: by internal id, else by week, weekday and times (T-2.22). */
export function isMeant(occurrence: Occurrence, query: TimetableQuery): boolean {
  return partsOf(occurrence).some(({ lesson, week, weekday }) => {
    if (query.lessonInternalId !== null) return lesson.lesson_id === query.lessonInternalId;
    return (
      (query.week === null || week === query.week) &&
      weekday === query.weekday &&
      lesson.time_begins_at === query.time_begins_at &&
      (query.time_ends_at === null || lesson.time_ends_at === query.time_ends_at)
    );
  });
}

/**
 * The dates that day and week view show. A week of five or more days starts on Monday, a shorter one on the start date
 * itself; a month shows the days of `monthWeeks`.
 */
export function datesOf(query: Pick<TimetableQuery, 'viewType' | 'daysToShow' | 'startDate'>): string[] {
  if (query.viewType === 'day') return [query.startDate];
  return datesFrom(pageStart(query), query.daysToShow);
}

function pageStart({ viewType, daysToShow, startDate }: Pick<TimetableQuery, 'viewType' | 'daysToShow' | 'startDate'>) {
  if (viewType === 'month') return monthStartOf(startDate);
  return viewType === 'week' && daysToShow >= DAYS_DEFAULT ? mondayOf(startDate) : startDate;
}

/**
 * The start date of the next (1) or previous (-1) page: by a day, the days of a short week, a week, a month (T-2.29).
 */
export function nextStart(
  query: Pick<TimetableQuery, 'viewType' | 'daysToShow' | 'startDate'>,
  direction: 1 | -1,
): string {
  const { viewType, daysToShow } = query;
  if (viewType === 'month') return addMonths(query.startDate, direction);
  const page = viewType === 'day' ? 1 : daysToShow >= DAYS_DEFAULT ? 7 : daysToShow;
  return addDays(pageStart(query), page * direction);
}

/** Where a click on the header of a day leads: to that day alone, and from there back to its week (T-2.28). */
export function toggleDay(
  query: Pick<TimetableQuery, 'viewType'>,
  date: string,
): Pick<TimetableQuery, 'viewType' | 'startDate'> {
  return query.viewType === 'day'
    ? { viewType: 'week', startDate: mondayOf(date) }
    : { viewType: 'day', startDate: date };
}
