import type { TimeRecord } from '@kreide/core/features/timetable-import';
import { weekdayOf } from '@kreide/core/kernel';

/** Default period times where neither the file nor the school has any; a warning says so. */
const DEFAULT_TIMES: readonly [hour: string, begins: string, ends: string][] = [
  ['0', '07:10', '07:55'],
  ['1', '08:00', '08:45'],
  ['2', '08:50', '09:35'],
  ['3', '09:55', '10:40'],
  ['4', '10:45', '11:30'],
  ['5', '11:50', '12:35'],
  ['6', '12:40', '13:25'],
  ['7', '13:35', '14:20'],
  ['8', '14:25', '15:10'],
  ['9', '15:20', '16:05'],
  ['10', '16:10', '16:55'],
  ['11', '17:00', '17:45'],
  ['12', '17:50', '18:35'],
  ['13', '18:40', '19:25'],
];
export const DEFAULT_GRID: readonly TimeRecord[] = DEFAULT_TIMES.map(([hour, begins_at, ends_at]) => ({
  hour,
  weekday: null,
  begins_at,
  ends_at,
  type: 'LESSON',
}));

export interface Slot {
  begins_at: string;
  ends_at: string;
}

/** Times of periods: a row for the weekday overrides one for every day; earlier grids override later ones. */
export function createGrid(grids: readonly (readonly TimeRecord[])[]) {
  const maps = grids.map((rows) => {
    const map = new Map<string, Slot>();
    for (const row of rows) if (row.type === 'LESSON') map.set(`${row.weekday ?? ''}|${row.hour}`, row);
    return map;
  });
  return {
    /** Times of a period on a weekday; of a range `3-4` from the first to the last. */
    at(weekday: number | null, hour: string | null): Slot | null {
      if (hour === null) return null;
      for (const map of maps) {
        const find = (key: string) =>
          (weekday === null ? undefined : map.get(`${weekday}|${key}`)) ??
          map.get(`|${key}`) ??
          (weekday === null ? map.get(`1|${key}`) : undefined);
        const whole = find(hour);
        if (whole) return { begins_at: whole.begins_at, ends_at: whole.ends_at };
        const range = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(hour);
        if (range) {
          const first = find(range[1] as string);
          const last = find(range[2] as string);
          if (first && last) return { begins_at: first.begins_at, ends_at: last.ends_at };
        }
      }
      return null;
    },
    on(date: string, hour: string | null): Slot | null {
      return this.at(weekdayOf(date), hour);
    },
    /** From the first to the last period of a date. */
    day(date: string): Slot | null {
      const weekday = `${weekdayOf(date)}|`;
      for (const map of maps) {
        const slots = [...map].flatMap(([key, slot]) => (key.startsWith(weekday) || key.startsWith('|') ? [slot] : []));
        const begins = slots.map((slot) => slot.begins_at).sort();
        const ends = slots.map((slot) => slot.ends_at).sort();
        if (begins[0] && ends.length > 0) return { begins_at: begins[0], ends_at: ends[ends.length - 1] as string };
      }
      return null;
    },
  };
}
export type Grid = ReturnType<typeof createGrid>;
