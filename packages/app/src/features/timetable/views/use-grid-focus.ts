import {
  type DayColumn,
  firstPlace,
  type GridPlace,
  HEADER_PLACE,
  nextPlace,
  placeAfterPage,
} from '@kreide/core/features/timetable';
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type Wish = { readonly weekday: number; readonly minutes: number | null };

/** What the grid's roving focus needs. */
type GridFocusOptions = {
  readonly root: RefObject<HTMLElement | null>;
  readonly columns: readonly DayColumn[];
  readonly today: string;
  readonly isLoading: boolean;
  readonly onPage: ((direction: 1 | -1) => void) | undefined;
};

/**
 * One Tab stop for a whole grid. The tabindex lives in the DOM and not in React, so that moving the focus renders
 * nothing. After paging by key the focus goes to the same weekday and time of the new page, and waits on the day's
 * header while that loads.
 */
export function useGridFocus({ root, columns, today, isLoading, onPage }: GridFocusOptions) {
  const wish = useRef<Wish | null>(null);

  useLayoutEffect(() => {
    if (!root.current) return;
    if (wish.current) {
      const place = placeAfterPage(columns, wish.current.weekday, wish.current.minutes);
      focusAt(root.current, place);
      if (!isLoading) wish.current = null;
      return;
    }
    const current = root.current.querySelector<HTMLElement>('[tabindex="0"]');
    if (!current || (isHeader(current) && !current.matches(':focus'))) {
      makeCurrent(root.current, elementAt(root.current, firstPlace(columns, today)));
    }
  }, [columns, today, isLoading, root]);

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const from = root.current && placeOf(root.current, event.target as HTMLElement);
      if (!from || !root.current || event.altKey || event.metaKey || event.shiftKey) return;
      if ((event.key === 'PageUp' || event.key === 'PageDown') && onPage && !event.ctrlKey) {
        event.preventDefault();
        const column = columns[from.day];
        const minutes = column?.boxes[from.place]?.begins ?? wish.current?.minutes ?? null;
        wish.current = { weekday: column?.weekday ?? 1, minutes };
        onPage(event.key === 'PageUp' ? -1 : 1);
        return;
      }
      const place = nextPlace(columns, from, event.key, event.ctrlKey);
      if (place || isGridKey(event.key)) event.preventDefault();
      if (place) focusAt(root.current, place);
    },
    onFocus(event: FocusEvent<HTMLElement>) {
      if (root.current && placeOf(root.current, event.target)) makeCurrent(root.current, event.target);
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (event.relatedTarget && !root.current?.contains(event.relatedTarget as Node)) wish.current = null;
    },
  };
}

function isGridKey(key: string): boolean {
  return key.startsWith('Arrow') || key === 'Home' || key === 'End';
}

function isHeader(element: HTMLElement): boolean {
  return element.classList.contains('kt-date');
}

function elementAt(root: HTMLElement, { day, place }: GridPlace): HTMLElement | null {
  if (place === HEADER_PLACE) return root.querySelectorAll<HTMLElement>('.kt-date')[day] ?? null;
  return root.querySelectorAll('.kt-day')[day]?.querySelectorAll<HTMLElement>('.kt-lesson')[place] ?? null;
}

function placeOf(root: HTMLElement, element: HTMLElement): GridPlace | null {
  if (isHeader(element)) {
    return { day: [...root.querySelectorAll('.kt-date')].indexOf(element), place: HEADER_PLACE };
  }
  const column = element.closest('.kt-day');
  if (!column || !element.classList.contains('kt-lesson')) return null;
  return {
    day: [...root.querySelectorAll('.kt-day')].indexOf(column),
    place: [...column.querySelectorAll('.kt-lesson')].indexOf(element),
  };
}

function focusAt(root: HTMLElement, place: GridPlace): void {
  const element = elementAt(root, place);
  makeCurrent(root, element);
  element?.focus();
}

function makeCurrent(root: HTMLElement, element: HTMLElement | null): void {
  if (!element) return;
  for (const other of root.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
  element.tabIndex = 0;
}
