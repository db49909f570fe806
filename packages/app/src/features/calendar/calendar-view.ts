import { addDays, addMonths, isDate, mondayOf, monthStartOf, STORAGE_KEYS } from '@kreide/core/kernel';
import { shelves } from '../../kernel/storage.ts';

/** What the grid shows (C-2.102). */
export const GRID_VIEWS = ['day', 'week', 'month'] as const;
export type GridView = (typeof GRID_VIEWS)[number];

/** The stored part of the view that was chosen last (C-2.50, P-3.38). */
export type CalendarView = 'list' | 'grid';

export const readView = (): CalendarView =>
  shelves.local.getItem(STORAGE_KEYS.calendarView) === 'list' ? 'list' : 'grid';
export const writeView = (view: CalendarView): void => shelves.local.setItem(STORAGE_KEYS.calendarView, view);

/** What the address says: the view of the grid, and a date of what it shows. */
export function parseQuery(query: URLSearchParams, today: string, fallback: GridView) {
  const view = GRID_VIEWS.find((one) => one === query.get('viewType')) ?? fallback;
  const date = query.get('date') ?? '';
  const isKnown = isDate(date) && date >= '1990' && date < '2150';
  return { view, date: isKnown ? date : today };
}

/** A date of the range before or after the one on screen. */
export function dateBeside(date: string, view: GridView, direction: -1 | 1): string {
  if (view === 'month') return addMonths(date, direction);
  return addDays(view === 'week' ? mondayOf(date) : date, direction * (view === 'week' ? 7 : 1));
}

/** Is this date on the page of the other? */
export function isShown(today: string, date: string, view: GridView): boolean {
  if (view === 'month') return monthStartOf(today) === monthStartOf(date);
  return view === 'week' ? mondayOf(today) === mondayOf(date) : today === date;
}
