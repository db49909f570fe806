import { MONTH_CELL_HEAD, MONTH_EVENT_HEIGHT } from '@kreide/core/features/timetable';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What fits on the screen. */
export interface PageSize {
  /** Height of a month's cell for this many weeks: at least three events; px at the default text size (T-2.32). */
  monthCell(weeks: number): number;
  /** Width of the plan, px; about, where it makes no difference to the page. */
  readonly width: number;
  /** Whether there is room for a rail beside the plan. */
  readonly hasRail: boolean;
  /** Whether the rail is high enough for a month. */
  readonly hasRailMonth: boolean;
  /** Whether there is room for only one row of controls. */
  readonly isNarrow: boolean;
}

/** Space above and below the month, px at the default text size. */
const AROUND_MONTH = 290;
/** The text size that the grids' sizes assume, px. */
const USUAL_TEXT = 16;
/** From this size of the window on, in heights of the text: 1180 and 1000 px at the default one. */
const RAIL = 73.75;
const RAIL_MONTH = 62.5;

interface Measured {
  readonly width: number;
  readonly windowWidth: number;
  readonly height: number;
  readonly text: number;
}

const measure = (width: number): Measured => ({
  width,
  windowWidth: innerWidth,
  height: innerHeight,
  text: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
});

const toSize = ({ width, windowWidth, height, text }: Measured): PageSize => ({
  monthCell: (weeks) => {
    const room = ((height * USUAL_TEXT) / text - AROUND_MONTH) / weeks;
    const lines = Math.floor((room - MONTH_CELL_HEAD) / MONTH_EVENT_HEIGHT);
    return MONTH_CELL_HEAD + MONTH_EVENT_HEIGHT * Math.max(4, Math.min(7, lines));
  },
  width,
  hasRail: windowWidth >= RAIL * text,
  hasRailMonth: height >= RAIL_MONTH * text,
  isNarrow: width < 40 * text,
});

/** Whether a page of one size is drawn as one of the other. */
const isAlike = (one: Measured, other: Measured) =>
  one.height === other.height &&
  one.text === other.text &&
  toSize(one).hasRail === toSize(other).hasRail &&
  toSize(one).isNarrow === toSize(other).isNarrow;

/**
 * The size of the page relative to its text size, so that larger text counts like a smaller screen. Where the first guess was
 * right, which it nearly always is, nothing is drawn again.
 */
export function usePageSize(element: RefObject<HTMLElement | null>): PageSize {
  const [measured, setMeasured] = useState(() => measure(innerWidth));
  const shown = useRef(measured);
  useLayoutEffect(() => {
    const read = () => {
      // A hidden page has no width; the last one is the best guess.
      const next = measure(element.current?.clientWidth || shown.current.width);
      if (isAlike(shown.current, next)) return;
      shown.current = next;
      // Told between layout and picture: the wrong size is never seen.
      flushSync(() => setMeasured(next));
    };
    const observer = new ResizeObserver(read);
    if (element.current) observer.observe(element.current);
    window.addEventListener('resize', read);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', read);
    };
  }, [element]);
  return useMemo(() => toSize(measured), [measured]);
}
