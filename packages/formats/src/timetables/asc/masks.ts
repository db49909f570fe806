import type { Weeks } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';

/** A plan with longer week cycles than a year has weeks is a mistake. */
const MAX_CYCLE = 53;

/** The 1-based days in a mask such as `00100`, in order; null when it is not a mask or names no day. */
export function parseDayMask(mask: string): number[] | null {
  if (!/^[01]+$/.test(mask)) return null;
  const days = [...mask].flatMap((bit, index) => (bit === '1' ? [index + 1] : []));
  return days.length === 0 ? null : days;
}

/** Day 1 of the cycle is Monday, day 6 Saturday, day 7 Sunday; null beyond. */
export function toWeekday(day: number): Weekday | null {
  return Number.isInteger(day) && day >= 1 && day <= 7 ? (day as Weekday) : null;
}

/** `A`, `B`, `A+C`: the usual names for the weeks of a cycle when the file has none. */
function toLetters(mask: readonly boolean[]): string {
  return mask.flatMap((isHeld, week) => (isHeld ? [toLetter(week)] : [])).join('+');
}

function toLetter(week: number): string {
  return week < 26 ? String.fromCharCode(65 + week) : String(week + 1);
}

/**
 * Converts a week mask to weeks (docs/import-formats.md, aSc): empty and all ones are every week, `10` is the first of
 * two.
 * `names` are the file's names of masks. Null when it is not a mask or contains no week.
 */
export function parseWeekMask(mask: string, names: ReadonlyMap<string, string>): Weeks | null {
  if (mask === '') return { kind: 'every' };
  if (!/^[01]+$/.test(mask) || mask.length > MAX_CYCLE || !mask.includes('1')) return null;
  if (!mask.includes('0')) return { kind: 'every' };
  const weeks = [...mask].map((bit) => bit === '1');
  return { kind: 'cycle', mask: weeks, name: names.get(mask) || toLetters(weeks) };
}

/** True for `10,01`: the planner may choose, so no week is decided. */
export function hasAlternatives(mask: string): boolean {
  return /^[01]+(,[01]+)+$/.test(mask);
}
