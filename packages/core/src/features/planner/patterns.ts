import { addDays, weekdayOf } from '../../kernel/calendar/dates.ts';
import type { ListedPattern, WeekPattern } from './schema.ts';

/** The school year that weeks are counted in. */
export interface PatternYear {
  readonly begins_at: string;
  readonly ends_at: string;
  /** The first Monday of week A; null: the first week of the year. */
  readonly anchor: string | null;
}

const WEEK = 7 * 86_400_000;
const mondayOf = (date: string) => addDays(date, 1 - weekdayOf(date));
const weeksBetween = (monday: string, other: string) => Math.floor((Date.parse(other) - Date.parse(monday)) / WEEK);

/** The Mondays of a school year. */
export function weeksOf({ begins_at, ends_at }: Omit<PatternYear, 'anchor'>): string[] {
  const first = mondayOf(begins_at);
  return Array.from({ length: weeksBetween(first, ends_at) + 1 }, (_, index) => addDays(first, index * 7));
}

/** Is a Monday in week A (0) or in week B (1)? */
export function parityOf(year: PatternYear, monday: string): number {
  return Math.abs(weeksBetween(mondayOf(year.anchor ?? year.begins_at), monday)) % 2;
}

/** What tells a pattern from others: two are the same if name and weeks are. */
export const patternIdOf = ({ name, weeks }: WeekPattern): string => `${name}:${weeks.join(',')}`;

/** The patterns that lessons of a school year can have: those that there are, and every second week as A and B. */
export function patternsOf(known: readonly WeekPattern[], year: PatternYear): ListedPattern[] {
  const patterns = new Map(known.map((pattern) => [patternIdOf(pattern), pattern]));
  const names = new Set(known.map(({ name }) => name));
  for (const [parity, name] of ['A', 'B'].entries()) {
    const pattern = { name, weeks: weeksOf(year).filter((week) => parityOf(year, week) === parity) };
    if (!names.has(name) && pattern.weeks.length > 0) patterns.set(patternIdOf(pattern), pattern);
  }
  return [...patterns.values()]
    .sort((one, other) => (patternIdOf(one) < patternIdOf(other) ? -1 : 1))
    .map((pattern) => ({ id: patternIdOf(pattern), ...pattern }));
}
