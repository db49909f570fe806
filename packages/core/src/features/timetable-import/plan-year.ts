import { addDays, daysBetween } from '../../kernel/calendar/dates.ts';

/** Which time a file speaks about, as far as it says; both days included. */
export interface PlanYear {
  begins_at: string;
  ends_at: string;
  /** `stated`: the file names its school year. `dates`: the first and last date of its records, inside the year. */
  by: 'stated' | 'dates';
}

/** More days than this away from the middle date, and a date is a mistake of its own row. */
const REACH = 366;

/**
 * The first and last of the dates that a file's records carry, each so many times; null without any. A date more than a
 * year away from the middle one is left out: a single mistyped year must not decide about the others.
 */
export function toDatedYear(counts: ReadonlyMap<string, number>): PlanYear | null {
  const sorted = [...counts.keys()].sort();
  let total = 0;
  for (const times of counts.values()) total += times;
  let before = Math.floor(total / 2);
  const middle = sorted.find((date) => {
    before -= counts.get(date) ?? 0;
    return before < 0;
  });
  if (middle === undefined) return null;
  const near = sorted.filter((date) => Math.abs(daysBetween(middle, date)) <= REACH);
  return { begins_at: near[0]!, ends_at: near.at(-1)!, by: 'dates' };
}

/** The day halfway between the first and the last: it lies in the school year even where the ends do not. */
export function middleOf(range: { begins_at: string; ends_at: string }): string {
  return addDays(range.begins_at, Math.floor(daysBetween(range.begins_at, range.ends_at) / 2));
}

/** Is the file of this school year? Programs date a year's bounds differently, so the middle of the file decides. */
export function isOfSchoolYear(file: PlanYear, year: { begins_at: string; ends_at: string }): boolean {
  const middle = middleOf(file);
  return year.begins_at <= middle && middle <= year.ends_at;
}
