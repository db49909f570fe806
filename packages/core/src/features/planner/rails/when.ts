import { addDays, weekdayOf } from '../../../kernel/calendar/dates.ts';
import { type PatternYear, parityOf, patternsOf, weeksOf } from '../patterns.ts';
import { RAIL_WHENS, type RailWhen } from '../rails-rules.ts';
import type { PlannedLesson, WeekPattern } from '../schema.ts';

/** The quarters of a year in which a course runs, as bits: first half A and B, second half A and B. */
export const WHEN_BITS: Readonly<Record<RailWhen, number>> = {
  WHOLE: 0b1111,
  FIRST: 0b0011,
  SECOND: 0b1100,
  A: 0b0101,
  B: 0b1010,
};
export const QUARTERS = 4;

/** A school year, and the first day of its second half. */
export interface RailYear extends PatternYear {
  readonly second_half_at: string;
}

const quarterOf = (year: RailYear, monday: string): number => {
  const isSecond = monday >= addDays(year.second_half_at, 1 - weekdayOf(year.second_half_at));
  return (isSecond ? 2 : 0) + parityOf(year, monday);
};

/** The Mondays of a part of a year. */
export const weeksIn = (when: RailWhen, year: RailYear): string[] =>
  weeksOf(year).filter((monday) => ((WHEN_BITS[when] >> quarterOf(year, monday)) & 1) === 1);

type Held = Pick<PlannedLesson, 'begins_at' | 'ends_at' | 'pattern'>;

/** In which part of the year lessons are held, all of them together; without any, and in no such part, in the whole of it. */
export function whenOf(lessons: readonly Held[], year: RailYear): RailWhen {
  let bits = 0;
  for (const monday of weeksOf(year)) {
    const sunday = addDays(monday, 6);
    const isHeld = lessons.some(
      ({ begins_at, ends_at, pattern }) =>
        begins_at <= sunday && ends_at >= monday && (pattern === null || pattern.weeks.includes(monday)),
    );
    if (isHeld) bits |= 1 << quarterOf(year, monday);
  }
  return RAIL_WHENS.find((when) => WHEN_BITS[when] === bits) ?? 'WHOLE';
}

/**
 * The pattern of lessons that are held in a part of a year: one that is known already, if it has these weeks.
 * @param names what the half-years are called
 */
export function patternIn(
  when: RailWhen,
  year: RailYear,
  { known, names }: { known: readonly WeekPattern[]; names: Readonly<Record<'FIRST' | 'SECOND', string>> },
): WeekPattern | null {
  if (when === 'WHOLE') return null;
  const weeks = weeksIn(when, year);
  const alike = patternsOf(known, year).find((pattern) => pattern.weeks.join() === weeks.join());
  if (alike) return { name: alike.name, weeks };
  return { name: when === 'A' || when === 'B' ? when : names[when], weeks };
}
