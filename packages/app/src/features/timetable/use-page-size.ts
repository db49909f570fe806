import { MONTH_CELL_HEAD, MONTH_EVENT_HEIGHT } from '@kreide/core/features/timetable';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

/** What fits on the screen. */
export interface PageSize {
  /** Are so many columns too narrow for long names? */
  isCompact(days: number): boolean;
  /** Height of a month's cell with so many weeks: whole lines, three events at least; px at the usual text size (T-2.32). */
  monthCell(weeks: number): number;
  /** Is there room for one line of controls only? */
  readonly isNarrow: boolean;
}

/** Columns narrower than this many times the text size show short names. */
const COMPACT = 8;
/** What stands above and below the month, px at the usual text size. */
const AROUND_MONTH = 290;
/** Text size that sizes of the grids are given for, px. */
const USUAL_TEXT = 16;

/** The size of the page in its own text size, so that larger text counts like a smaller screen. */
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
        // A hidden page has no width; the last one is as good a guess as any.
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
