import { addDays, weekdayOf } from '../../kernel/calendar/dates.ts';

/** Rails that somebody can ask for. */
export const RAILS_MINIMUM = 2;
/** A bit of a number for each. */
export const RAILS_MAXIMUM = 24;
/** Most pupils of a course whose room says nothing, and most courses of a rail, that somebody can ask for. */
export const RAIL_PUPILS_MAXIMUM = 60;
export const RAIL_COURSES_MAXIMUM = 40;
/** Most courses that are put on rails at once: those of the largest upper schools are about 150. */
export const RAILED_MAXIMUM = 300;
/** Most runs of a version that are shown, the newest first. */
export const RAIL_RUNS_MAXIMUM = 5;
/** Pupils of a run on one page. */
export const RAIL_PUPILS_PAGE = 50;
/** Steps of the search by how thorough it shall be: seconds, half a minute, minutes. */
export const RAIL_STEPS = { SHORT: 40_000, USUAL: 250_000, LONG: 1_200_000 } as const;
export type RailEffort = keyof typeof RAIL_STEPS;
export const RAIL_EFFORTS = ['SHORT', 'USUAL', 'LONG'] as const satisfies readonly RailEffort[];

/** What the form begins with. */
export const RAIL_START = { rails: 10, most_pupils: 28, most_courses: 12, effort: 'USUAL', seed: 1 } as const;

/** When in the year a course runs: all of it, one of its halves, or every second week. */
export const RAIL_WHENS = ['WHOLE', 'FIRST', 'SECOND', 'A', 'B'] as const;
export type RailWhen = (typeof RAIL_WHENS)[number];

/** A course with the part of the year in which it runs, whatever its lessons say. */
export interface RailPart {
  readonly course_id: number;
  readonly when: RailWhen;
}

/** The Monday on or after 1 February, as most schools count; in a year without one the week in its middle. */
export function suggestSecondHalf({
  begins_at,
  ends_at,
}: {
  readonly begins_at: string;
  readonly ends_at: string;
}): string {
  const first = `${ends_at.slice(0, 4)}-02-01`;
  const monday = addDays(first, (8 - weekdayOf(first)) % 7);
  if (monday > begins_at && monday <= ends_at) return monday;
  const days = Math.round((Date.parse(ends_at) - Date.parse(begins_at)) / 86_400_000);
  const middle = addDays(begins_at, Math.ceil(days / 2));
  return addDays(middle, 1 - weekdayOf(middle));
}

/** What can be wrong with what somebody asks for; the text is `planner:rules.<rule>`. */
export type RailRule = 'classesRequired' | 'pinnedTwice' | 'pinnedBeyond' | 'partTwice' | 'halfOutside';

/** A course that stays on a rail, from 1. */
export interface RailPin {
  readonly course_id: number;
  readonly rail: number;
}

const hasTwice = (all: readonly { readonly course_id: number }[]) =>
  new Set(all.map(({ course_id }) => course_id)).size < all.length;

/**
 * Courses are put on rails for some classes; each is pinned once, to a rail that there is, and runs in one part of the year.
 * @param year the school year; a half of it begins within it
 */
export function railProblem(
  {
    grade_ids,
    rails,
    pins = [],
    parts = [],
    second_half_at,
  }: {
    readonly grade_ids: readonly number[];
    readonly rails: number;
    readonly pins?: readonly RailPin[] | undefined;
    readonly parts?: readonly RailPart[] | undefined;
    readonly second_half_at?: string | undefined;
  },
  year?: { readonly begins_at: string; readonly ends_at: string },
): { readonly field: 'grade_ids' | 'pins' | 'parts' | 'second_half_at'; readonly rule: RailRule } | null {
  if (grade_ids.length === 0) return { field: 'grade_ids', rule: 'classesRequired' };
  if (hasTwice(pins)) return { field: 'pins', rule: 'pinnedTwice' };
  if (pins.some(({ rail }) => rail > rails)) return { field: 'pins', rule: 'pinnedBeyond' };
  if (hasTwice(parts)) return { field: 'parts', rule: 'partTwice' };
  const isOutside =
    second_half_at !== undefined && year && (second_half_at <= year.begins_at || second_half_at > year.ends_at);
  return isOutside ? { field: 'second_half_at', rule: 'halfOutside' } : null;
}
