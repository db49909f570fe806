import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Least widths of a column, px at a text size of 16 px, at which it has room for more: two lanes of a code each, names,
 * old values beside the new ones, larger type, names in both lanes.
 */
const STEPS = [116, 118, 150, 210, 236] as const;
const USUAL_TEXT = 16;
/** The text of a grid, as a part of the page's. */
const GRID_TEXT = 0.875;
/** The time axis and the gap between columns. */
const AXIS = 60;
const GAP = 5;

/** How many of `STEPS` a column reaches. */
export type ColumnRoom = number;

/** Whether a card shows codes: a whole column below 118 px, a lane below the same. */
export function isNarrowCard(room: ColumnRoom, isWhole: boolean): boolean {
  return room < (isWhole ? 2 : 5);
}

export const hasLanes = (room: ColumnRoom): boolean => room >= 1;
export const hasLargeType = (room: ColumnRoom): boolean => room >= 4;
/** Where there is none, only the new value stands on the card. */
export const hasOldValues = (room: ColumnRoom, isWhole: boolean): boolean => isWhole && room >= 3;

/** Characters of a list that a line of a card has room for beside the room. */
export function longestList(room: ColumnRoom, isNarrow: boolean): number {
  if (isNarrow) return 6;
  return hasLargeType(room) ? 18 : 11;
}

function roomOf({ width, text }: Size, days: number): ColumnRoom {
  const column = ((width / text) * USUAL_TEXT - AXIS) / days - GAP;
  return STEPS.filter((step) => column >= step).length;
}

type Size = { readonly width: number; readonly text: number };

/** The size of the grid that was measured last. */
let last: Size | null = null;

/**
 * What a grid's columns have room for, by its own width and text size: once for all columns, as a container query of
 * each card would cost more than the card. The grid is drawn again only when another size means another room.
 * @param width of the first grid before it is measured, px; else that of the window without margins
 */
export function useColumnRoom(root: RefObject<HTMLElement | null>, days: number, width?: number): ColumnRoom {
  const size = useRef(last ?? { width: width ?? innerWidth * 0.95, text: USUAL_TEXT });
  const [, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      // A hidden page has no width; the last one is the best guess.
      if (width === 0) return;
      last = { width, text: Number.parseFloat(getComputedStyle(element).fontSize) / GRID_TEXT };
      if (roomOf(last, days) !== roomOf(size.current, days)) setSize(last);
      size.current = last;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [root, days]);
  return roomOf(size.current, days);
}
