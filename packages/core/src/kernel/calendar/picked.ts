import { addDays, isDate } from './dates.ts';
import { isTime, toTime } from './times.ts';

/** Steps in which a date-time picker offers minutes (T-5.22, T-9.15). */
export const PICKED_MINUTES = 5;
/** The time that a date-time picker begins with, on the next day (T-5.23, T-9.15). */
export const PICKED_TIME = '12:00';

/** The bounds of a date, both included; empty or missing means no bound. */
export interface DateBounds {
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * The date that a picker keeps: one outside its bounds becomes the bound (C-5.07), so an end before its minimum becomes
 * that day, whose end it means (C-5.09); a text that is no date becomes `fallback`, which may be empty (C-5.08).
 */
export function toPickedDate(date: string, { min = '', max = '' }: DateBounds, fallback: string): string {
  const picked = isDate(date) ? date : fallback;
  if (picked === '') return '';
  const capped = isDate(max) && picked > max ? max : picked;
  return isDate(min) && capped < min ? min : capped;
}

/** A date and a wall time that are picked together. */
export interface PickedMoment {
  date: string;
  time: string;
}

/** The first value of a date-time picker, which also replaces a text that is no date: tomorrow at 12:00 (T-5.23). */
export const pickedMomentAfter = (today: string): PickedMoment => ({ date: addDays(today, 1), time: PICKED_TIME });

/** The hours that a date-time picker offers, 00 to 23 (T-5.22). */
export const PICKED_HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) => toTime(hour * 60).slice(0, 2));

/** The minutes that a date-time picker offers: 00 to 55, and that of a time between two steps (T-5.22). */
export function minutesToPick(time: string): readonly string[] {
  const steps = Array.from({ length: 60 / PICKED_MINUTES }, (_, step) => toTime(step * PICKED_MINUTES).slice(3));
  return isTime(time) ? [...new Set([...steps, time.slice(3)])].toSorted() : steps;
}
