import type { DayColumn } from './week-layout.ts';

/** A position that can have the focus: index of the day and of the box in it, -1 for the day's header. */
export type GridPlace = { readonly day: number; readonly place: number };

/** The index of a day's header. */
export const HEADER_PLACE = -1;

/**
 * Where a key moves the focus; null when nowhere or when it is no key of the grid. Up and down go through the lessons
 * of a day in time order and to its header, left and right to the lesson nearest in time of the next day that has any,
 * Home and End to the first and last lesson of the day, or with Control of the whole grid.
 * @param key `KeyboardEvent.key`
 */
export function nextPlace(
  columns: readonly DayColumn[],
  from: GridPlace,
  key: string,
  hasControl = false,
): GridPlace | null {
  const boxes = columns[from.day]?.boxes ?? [];
  if (hasControl) return key === 'Home' ? edgeOf(columns, 1) : key === 'End' ? edgeOf(columns, -1) : null;
  switch (key) {
    case 'ArrowDown':
      return from.place + 1 < boxes.length ? { day: from.day, place: from.place + 1 } : null;
    case 'ArrowUp':
      return from.place > HEADER_PLACE ? { day: from.day, place: from.place - 1 } : null;
    case 'Home':
      return boxes.length > 0 ? { day: from.day, place: 0 } : null;
    case 'End':
      return boxes.length > 0 ? { day: from.day, place: boxes.length - 1 } : null;
    case 'ArrowLeft':
      return sideways(columns, from, -1);
    case 'ArrowRight':
      return sideways(columns, from, 1);
    default:
      return null;
  }
}

function sideways(columns: readonly DayColumn[], from: GridPlace, step: 1 | -1): GridPlace | null {
  const box = columns[from.day]?.boxes[from.place];
  for (let day = from.day + step; day >= 0 && day < columns.length; day += step) {
    if (!box) return { day, place: HEADER_PLACE };
    const place = nearestBox(columns[day]!, box.begins, box.lane);
    if (place !== null) return { day, place };
  }
  return null;
}

function edgeOf(columns: readonly DayColumn[], step: 1 | -1): GridPlace | null {
  const days = columns.map((_, index) => index);
  const day = (step === 1 ? days : days.reverse()).find((index) => columns[index]!.boxes.length > 0);
  return day === undefined ? null : { day, place: step === 1 ? 0 : columns[day]!.boxes.length - 1 };
}

function nearestBox(column: DayColumn, minutes: number, lane: number): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const box of column.boxes) {
    const distance = Math.abs(box.begins - minutes) * 100 + Math.abs(box.lane - lane);
    if (distance >= least) continue;
    least = distance;
    best = box.place;
  }
  return best;
}

/**
 * The position to focus after paging: the lesson nearest in time on the same weekday, else on the nearest weekday that
 * has lessons, else the header of that weekday.
 * @param minutes since midnight; null when a header had the focus: then a header gets it
 */
export function placeAfterPage(columns: readonly DayColumn[], weekday: number, minutes: number | null): GridPlace {
  const days = columns
    .map((column, day) => ({ day, column, distance: Math.abs(column.weekday - weekday) }))
    .sort((a, b) => a.distance - b.distance);
  const header = { day: days[0]?.day ?? 0, place: HEADER_PLACE };
  if (minutes === null) return header;
  for (const { day, column } of days) {
    const place = nearestBox(column, minutes, 0);
    if (place !== null) return { day, place };
  }
  return header;
}

/** The only Tab stop of a new grid: the first lesson of a day (today), else the first of all, else the first header. */
export function firstPlace(columns: readonly DayColumn[], date: string): GridPlace {
  const day = columns.findIndex((column) => column.date === date && column.boxes.length > 0);
  if (day !== -1) return { day, place: 0 };
  return edgeOf(columns, 1) ?? { day: 0, place: HEADER_PLACE };
}
