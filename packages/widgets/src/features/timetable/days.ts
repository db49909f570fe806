import { addDays, datesFrom, isDate, mondayOf, weekdayOf } from '@kreide/core/kernel';

/** How a plan can be shown. */
export const VIEWS = ['day', 'week', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** The view of an attribute; the week when it is invalid. */
export function toView(text: string): View {
  return VIEWS.find((view) => view === text) ?? 'week';
}

/**
 * The first day to show: the requested one, else today; after the week's last school day the next Monday, so that
 * nobody gets an empty page.
 */
export function toFirstDay(wished: string | null, today: string, daysToShow: number): string {
  if (wished !== null && isDate(wished)) return wished;
  const weekday = weekdayOf(today);
  return weekday > daysToShow ? addDays(today, 8 - weekday) : today;
}

/** The dates of a page. */
export function datesOf(view: View, day: string, daysToShow: number): string[] {
  return view === 'day' ? [day] : datesFrom(mondayOf(day), daysToShow);
}

/** The day that paging forward (1) or back (−1) leads to; a day view skips the days that the week does not show. */
export function turn(view: View, day: string, direction: 1 | -1, daysToShow: number): string {
  if (view !== 'day') return addDays(day, direction * 7);
  let next = addDays(day, direction);
  while (weekdayOf(next) > daysToShow) next = addDays(next, direction);
  return next;
}
