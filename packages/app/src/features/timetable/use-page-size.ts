import { MONTH_CELL_HEAD, MONTH_EVENT_HEIGHT } from '@kreide/core/features/timetable';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

/** What fits on the screen. */
export interface PageSize {
  /** Whether this many columns are too narrow for long names. */
  isCompact(days: number): boolean;
  /** Height of a month's cell for this many weeks: at least three events; px at the default text size (T-2.32). */
  monthCell(weeks: number): number;
  /** Whether there is room for only one row of controls. */
  readonly isNarrow: boolean;
}

/** Columns narrower than this multiple of the text size show short names. */
const COMPACT = 8;
/** Space above and below the month, px at the default text size. */
const AROUND_MONTH = 290;
/** The text size that the grids' sizes assume, px. */
const USUAL_TEXT = 16;

/** The size of the page relative to its text size, so that larger text counts like a smaller screen. */
export function usePageSize(element: RefObject<HTMLElement | null>): PageSize {
  const [{ width, height, text }, setSize] = useState(() => ({
    width: innerWidth,
    height: innerHeight,
    text: USUAL_TEXT,
  }));
  useLayoutEffect(() => {
    const read = () => {
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize((former) => {
        // A hidden page has no width; the last one is the best guess.
        const width = element.current?.clientWidth || former.width;
        return former.width === width && former.height === innerHeight && former.text === text
          ? former
          : { width, height: innerHeight, text };
      });
    };
    read();
    const observer = new ResizeObserver(read);
    if (element.current) observer.observe(element.current);
    window.addEventListener('resize', read);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', read);
    };
  }, [element]);
  return useMemo(
    () => ({
      isCompact: (days) => days > 1 && width / days < COMPACT * text,
      monthCell: (weeks) => {
        const room = ((height * USUAL_TEXT) / text - AROUND_MONTH) / weeks;
        const lines = Math.floor((room - MONTH_CELL_HEAD) / MONTH_EVENT_HEIGHT);
        return MONTH_CELL_HEAD + MONTH_EVENT_HEIGHT * Math.max(4, Math.min(7, lines));
      },
      isNarrow: width < 40 * text,
    }),
    [width, height, text],
  );
}
