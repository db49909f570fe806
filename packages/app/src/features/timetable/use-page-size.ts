import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

/** What fits on the screen. */
export interface PageSize {
  /** Are so many columns too narrow for long names? */
  isCompact(days: number): boolean;
  /** Height of a month's cell with so many weeks, px (T-2.32). */
  monthCell(weeks: number): number;
  /** Is there room for one line of controls only? */
  readonly isNarrow: boolean;
}

/** Columns narrower than this many times the text size show short names. */
const COMPACT = 8;
/** What stands above and below the month, in times the text size. */
const AROUND_MONTH = 19;

/** The size of the page in its own text size, so that larger text counts like a smaller screen. */
export function usePageSize(element: RefObject<HTMLElement | null>): PageSize {
  const [{ width, height, text }, setSize] = useState(() => ({ width: innerWidth, height: innerHeight, text: 16 }));
  useLayoutEffect(() => {
    const read = () => {
      const width = element.current?.clientWidth ?? innerWidth;
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize((former) =>
        former.width === width && former.height === innerHeight && former.text === text
          ? former
          : { width, height: innerHeight, text },
      );
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
      monthCell: (weeks) => Math.max(6 * 16, Math.min(10 * 16, Math.floor((height - AROUND_MONTH * text) / weeks))),
      isNarrow: width < 40 * text,
    }),
    [width, height, text],
  );
}
