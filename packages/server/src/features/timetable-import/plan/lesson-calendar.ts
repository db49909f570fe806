import { toDay, weekdayOfDay } from '@kreide/core/kernel';
import type { LessonRow } from './state.ts';

/** The lessons of a version on a date, computed on first use. */
export function createLessonCalendar(rows: readonly LessonRow[], free: ReadonlySet<number>) {
  const placed = rows.filter((row) => row.time_begins_at !== null);
  const weekly = Map.groupBy(
    placed.filter((row) => row.dates === null),
    (row) => row.weekday,
  );
  const dated = new Map<string, LessonRow[]>();
  for (const row of placed) for (const date of row.dates ?? []) dated.set(date, [...(dated.get(date) ?? []), row]);
  const found = new Map<string, LessonRow[]>();
  return (date: string): LessonRow[] => {
    let list = found.get(date);
    if (!list) {
      const day = toDay(date);
      const weekday = weekdayOfDay(day);
      const inForce = free.has(day) ? [] : (weekly.get(weekday) ?? []).filter((row) => isHeld(row, date, day, weekday));
      list = [...inForce, ...(dated.get(date) ?? [])];
      found.set(date, list);
    }
    return list;
  };
}

export type LessonCalendar = ReturnType<typeof createLessonCalendar>;

function isHeld(row: LessonRow, date: string, day: number, weekday: number): boolean {
  if (date < row.begins_at || date > row.ends_at) return false;
  return row.pattern === null || row.pattern.weeks.some((monday) => toDay(monday) + weekday - 1 === day);
}
