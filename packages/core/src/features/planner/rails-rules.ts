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

/** What can be wrong with what somebody asks for; the text is `planner:rules.<rule>`. */
export type RailRule = 'classesRequired' | 'pinnedTwice' | 'pinnedBeyond';

/** A course that stays on a rail, from 1. */
export interface RailPin {
  readonly course_id: number;
  readonly rail: number;
}

/** Courses are put on rails for some classes; each is pinned once, to a rail that there is. */
export function railProblem({
  grade_ids,
  rails,
  pins = [],
}: {
  readonly grade_ids: readonly number[];
  readonly rails: number;
  readonly pins?: readonly RailPin[] | undefined;
}): { readonly field: 'grade_ids' | 'pins'; readonly rule: RailRule } | null {
  if (grade_ids.length === 0) return { field: 'grade_ids', rule: 'classesRequired' };
  if (new Set(pins.map(({ course_id }) => course_id)).size < pins.length) return { field: 'pins', rule: 'pinnedTwice' };
  return pins.some(({ rail }) => rail > rails) ? { field: 'pins', rule: 'pinnedBeyond' } : null;
}
