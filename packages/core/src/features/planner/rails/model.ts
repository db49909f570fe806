import type { RailPin, RailWhen } from '../rails-rules.ts';
import { WHEN_BITS } from './when.ts';

/** A course as rails see it: several that stand for each other are a group of parallel courses. */
export interface RailCourse {
  readonly id: number;
  /** Whose short name it is known by; parallel courses differ in the number at its end only. */
  readonly shortcut: string;
  readonly subject_id: number | null;
  readonly grade_ids: readonly number[];
  readonly teacher_ids: readonly number[];
  /** Most pupils: of its room, or as somebody said. */
  readonly capacity: number;
  /** In which part of the year it runs; missing: in the whole of it. */
  readonly when?: RailWhen;
}

/** A pupil with the courses that they take today. */
export interface RailPupil {
  readonly user_id: number;
  readonly course_ids: readonly number[];
}

export interface RailInput {
  readonly courses: readonly RailCourse[];
  readonly pupils: readonly RailPupil[];
  /** How many rails there are. */
  readonly rails: number;
  /** Most courses of one rail: there are so many rooms. */
  readonly most_courses: number;
  /** Courses that stay on a rail, from 1. */
  readonly pins?: readonly RailPin[] | undefined;
}

/** The same in numbers: courses, groups and pupils by their place in these lists. */
export interface RailModel {
  readonly rails: number;
  readonly most_courses: number;
  readonly courses: readonly (RailCourse & { readonly group: number })[];
  /** The quarters of the year in which each course runs, as bits. */
  readonly bits: readonly number[];
  /** The rail that each course stays on, from 0; -1: it may be on any. */
  readonly pinned: readonly number[];
  /** Courses that are not pinned. */
  readonly free: readonly number[];
  /** Courses of each group. */
  readonly groups: readonly (readonly number[])[];
  /** For each pupil the groups, and beside each the course that they take today. */
  readonly pupils: readonly {
    readonly user_id: number;
    readonly groups: readonly number[];
    readonly former: readonly number[];
  }[];
}

/** The short name without the number that tells parallel courses apart: "M-GK" of "M-GK2". Large and small letters differ. */
export const stemOf = (shortcut: string): string => shortcut.replace(/[\s._/-]*\d+$/u, '') || shortcut;

const keyOf = ({ subject_id, grade_ids, shortcut, id }: RailCourse): string =>
  subject_id === null
    ? `${id}`
    : JSON.stringify([subject_id, stemOf(shortcut), grade_ids.toSorted((one, other) => one - other)]);

const bitsOf = ({ when = 'WHOLE' }: RailCourse): number => WHEN_BITS[when];

/** Parallel courses that somebody takes one beside or after the other, by parts of the year, do not stand for each other. */
function apartByTime(parallel: readonly RailCourse[], pupils: readonly RailPupil[]): (readonly RailCourse[])[] {
  const isTakenBoth = pupils.some(({ course_ids }) => {
    const own = parallel.filter(({ id }) => course_ids.includes(id));
    return own.some((one) => own.some((other) => (bitsOf(one) & bitsOf(other)) === 0));
  });
  return isTakenBoth ? [...Map.groupBy(parallel, bitsOf).values()] : [parallel];
}

/**
 * Courses by what they stand for: of one subject, for the same classes, with the same short name but for its number. A pupil
 * takes one of each group; groups that nobody takes are left out. The same input gives the same model, in whatever order it
 * comes.
 */
export function railModel({ courses, pupils, rails, most_courses, pins = [] }: RailInput): RailModel {
  const inOrder = courses.toSorted((one, other) => one.id - other.id);
  const taken = new Set(pupils.flatMap(({ course_ids }) => course_ids));
  const byKey = [...Map.groupBy(inOrder, keyOf).values()].flatMap((parallel) => apartByTime(parallel, pupils));
  const wanted = byKey.filter((parallel) => parallel.some(({ id }) => taken.has(id)));
  const listed = wanted.flatMap((parallel, group) => parallel.map((course) => ({ ...course, group })));
  const numbers = new Map(listed.map(({ id }, number) => [id, number]));
  const groups = wanted.map((parallel) => parallel.map(({ id }) => numbers.get(id) as number));
  const railOf = new Map(pins.map(({ course_id, rail }) => [course_id, rail - 1]));
  const pinned = listed.map(({ id }) => railOf.get(id) ?? -1);
  const known = pupils.toSorted((one, other) => one.user_id - other.user_id);
  return {
    rails,
    most_courses,
    courses: listed,
    bits: listed.map(bitsOf),
    pinned,
    free: pinned.flatMap((rail, course) => (rail === -1 ? [course] : [])),
    groups,
    pupils: known.flatMap(({ user_id, course_ids }) => {
      const former = new Map<number, number>();
      for (const id of course_ids.toSorted((one, other) => one - other)) {
        const number = numbers.get(id);
        const group = number === undefined ? undefined : listed[number]?.group;
        if (number !== undefined && group !== undefined && !former.has(group)) former.set(group, number);
      }
      return former.size > 0 ? [{ user_id, groups: [...former.keys()], former: [...former.values()] }] : [];
    }),
  };
}

/** A rail for each course, and for each pupil the course of each of their groups; -1: none. */
export interface RailPlan {
  readonly rail: readonly number[];
  readonly seats: readonly (readonly number[])[];
}
