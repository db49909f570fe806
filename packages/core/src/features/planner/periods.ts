import { toMinutes } from '../../kernel/calendar/times.ts';
import type { Period } from '../structure/index.ts';
import type { Place } from './schema.ts';

/** The lesson periods of a weekday in order of time; one of this weekday stands for the one of every day. */
export function periodsOn(periods: readonly Period[], weekday: number): Period[] {
  const shown = periods.filter(({ type, is_hidden }) => type === 'LESSON' && !is_hidden);
  const own = shown.filter((period) => period.weekday === weekday);
  const hours = new Set(own.map(({ hour }) => hour));
  const usual = shown.filter((period) => period.weekday === null && !hours.has(period.hour));
  return [...own, ...usual].sort((one, other) => toMinutes(one.begins_at) - toMinutes(other.begins_at));
}

/** From when to when a lesson lasts. */
export interface Slot {
  hour: string;
  time_begins_at: string;
  time_ends_at: string;
}

/** The times of a lesson of `length` periods that begins at a place; null where the day has not so many. */
export function slotAt(periods: readonly Period[], { weekday, hour }: Place, length: number): Slot | null {
  const day = periodsOn(periods, weekday);
  const first = day.findIndex((period) => period.hour === hour);
  const begin = day[first];
  const end = day[first + length - 1];
  if (!begin || !end) return null;
  return { hour: begin.hour, time_begins_at: begin.begins_at, time_ends_at: end.ends_at };
}

/** How many periods a time of a weekday covers, 1 at least. */
export function lengthOf(
  periods: readonly Period[],
  weekday: number,
  span: { readonly time_begins_at: string; readonly time_ends_at: string },
): number {
  const covered = periodsOn(periods, weekday).filter(
    ({ begins_at, ends_at }) => begins_at < span.time_ends_at && span.time_begins_at < ends_at,
  );
  return Math.max(1, covered.length);
}
