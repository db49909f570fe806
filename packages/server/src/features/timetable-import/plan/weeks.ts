import type { Weeks } from '@kreide/core/features/timetable-import';
import { addDays, mondayOf, toDate, toDay } from '@kreide/core/kernel';

/** The Mondays of a school year, starting with that of its first day. */
export function mondaysOf(year: { begins_at: string; ends_at: string }): string[] {
  const mondays: string[] = [];
  for (let day = toDay(mondayOf(year.begins_at)); day <= toDay(year.ends_at); day += 7) mondays.push(toDate(day));
  return mondays;
}

export interface ResolvedWeeks {
  pattern: { name: string; weeks: string[] } | null;
  dates: string[] | null;
  /** Assumptions that were made. */
  assumed: 'anchor' | 'label' | null;
}

/** Labels that say by themselves which weeks they mean. */
const LETTERS = ['A', 'B'];

/**
 * The source's weeks as Mondays of this school year. Without an anchor the first full week of the year counts as week
 * A.
 */
export function resolveWeeks(
  weeks: Weeks,
  year: { begins_at: string; ends_at: string },
  anchor: string | null,
): ResolvedWeeks {
  switch (weeks.kind) {
    case 'every':
      return { pattern: null, dates: null, assumed: null };
    case 'dates':
      return { pattern: null, dates: [...weeks.dates].sort(), assumed: null };
    case 'school_weeks': {
      const all = mondaysOf(year);
      const chosen = all.filter((_, index) => weeks.weeks.includes(index + 1));
      if (chosen.length === all.length) return { pattern: null, dates: null, assumed: null };
      return { pattern: { name: '', weeks: chosen }, dates: null, assumed: null };
    }
    case 'cycle': {
      if (weeks.mask.every(Boolean)) return { pattern: null, dates: null, assumed: null };
      return {
        pattern: { name: weeks.name, weeks: cycleWeeks(weeks.mask, year, anchor) },
        dates: null,
        assumed: anchor ? null : 'anchor',
      };
    }
    case 'label': {
      const letter = LETTERS.indexOf(weeks.label.trim().toUpperCase());
      if (letter === -1) return { pattern: null, dates: null, assumed: 'label' };
      const mask = [letter === 0, letter === 1];
      return {
        pattern: { name: weeks.label, weeks: cycleWeeks(mask, year, anchor) },
        dates: null,
        assumed: anchor ? null : 'anchor',
      };
    }
  }
}

/** The first Monday on or after the first day of the year: week A unless the school says otherwise. */
export function defaultAnchor(year: { begins_at: string }): string {
  const monday = mondayOf(year.begins_at);
  return monday === year.begins_at ? monday : addDays(monday, 7);
}

function cycleWeeks(
  mask: readonly boolean[],
  year: { begins_at: string; ends_at: string },
  anchor: string | null,
): string[] {
  const start = toDay(mondayOf(anchor ?? defaultAnchor(year)));
  const length = mask.length;
  return mondaysOf(year).filter((monday) => {
    const week = (toDay(monday) - start) / 7;
    return mask[((week % length) + length) % length] === true;
  });
}
