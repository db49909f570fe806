import type { RailModel, RailPlan } from './model.ts';
import { WHEN_BITS } from './when.ts';

/** Why a pupil has no course of a group: all of them are on rails that are taken, or a free one is full. */
export type OpenReason = 'CLASH' | 'FULL';

/** What a pupil has of one group. */
export interface RailPlace {
  readonly user_id: number;
  readonly group: number;
  readonly former_id: number;
  /** Null: not placed. */
  readonly course_id: number | null;
  readonly reason: OpenReason | null;
  /** The pupil's courses that are in the way of those of the group. */
  readonly beside_ids: readonly number[];
}

/** Are two courses on one rail in a common part of the year? */
const doMeet = ({ bits }: RailModel, rail: readonly number[], one: number, other: number): boolean =>
  rail[one] === rail[other] && ((bits[one] as number) & (bits[other] as number)) !== 0;

/**
 * The fewest rails for courses that may not meet: one for each that runs in the whole year; two halves of the year share
 * one, and so do weeks A and B. Each course is any of some parts of the year, as bits.
 */
function leastRails(all: readonly (readonly number[])[]): number {
  const { WHOLE, FIRST, SECOND, A, B } = WHEN_BITS;
  const whole = all.filter((parts) => parts.every((one) => one === WHOLE)).length;
  const pairs = [
    [FIRST, SECOND],
    [A, B],
  ].map((pair) => {
    const within = all.filter((parts) => parts.every((one) => pair.includes(one)));
    const only = pair.map((wanted) => within.filter((parts) => parts.every((one) => one === wanted)).length);
    return Math.max(Math.ceil(within.length / 2), ...only);
  });
  return pairs.reduce((sum, count) => sum + count, whole);
}

/** Everybody's places; of who has none, why. */
export function railPlaces(model: RailModel, { rail, seats }: RailPlan): RailPlace[] {
  const { courses, groups, pupils } = model;
  const idOf = (course: number) => courses[course]?.id ?? 0;
  return pupils.flatMap(({ user_id, groups: own, former }, pupil) =>
    own.map((group, at): RailPlace => {
      const course = seats[pupil]?.[at] ?? -1;
      const shared = { user_id, group, former_id: idOf(former[at] as number) };
      if (course >= 0) return { ...shared, course_id: idOf(course), reason: null, beside_ids: [] };
      const parallel = groups[group] as readonly number[];
      const own = (seats[pupil] ?? []).filter((one) => one >= 0);
      const inTheWay = (one: number) => own.filter((other) => doMeet(model, rail, one, other));
      const blockers = new Set(parallel.flatMap(inTheWay));
      const beside = own.filter((one) => blockers.has(one));
      const reason = parallel.every((one) => inTheWay(one).length > 0) ? 'CLASH' : 'FULL';
      return { ...shared, course_id: null, reason, beside_ids: beside.map(idOf) };
    }),
  );
}

/** What no distribution can solve, found by counting, before any search. */
export type RailObstacle =
  /** Pupils with more subjects than rails: some of them stay open. */
  | { readonly kind: 'PUPIL'; readonly user_ids: readonly number[]; readonly most: number }
  /** A pupil has two courses that stand for each other: one of them goes. */
  | { readonly kind: 'TWICE'; readonly user_ids: readonly number[]; readonly course_ids: readonly number[] }
  /** More pupils than places. */
  | {
      readonly kind: 'ROOM';
      readonly course_ids: readonly number[];
      readonly pupils: number;
      readonly places: number;
    }
  /** A teacher with more courses than rails: two of them are on one rail. */
  | {
      readonly kind: 'TEACHER';
      readonly teacher_id: number;
      readonly course_ids: readonly number[];
      /** Rails that they need; two that run in different parts of the year share one. */
      readonly count: number;
    }
  /** More courses than all rails together can have; two that run in different parts of the year take one place. */
  | { readonly kind: 'COURSES'; readonly courses: number; readonly places: number };

/** What cannot work, whatever is tried: told before anything runs [D-8.18]. */
export function railObstacles(
  model: RailModel,
  pupils: readonly { readonly user_id: number; readonly course_ids: readonly number[] }[],
): RailObstacle[] {
  const { courses, groups, rails, most_courses, bits } = model;
  const found: RailObstacle[] = [];
  const partsOf = (group: number) => (groups[group] as readonly number[]).map((course) => bits[course] as number);
  const railsFor = ({ groups: own }: RailModel['pupils'][number]) => leastRails(own.map(partsOf));
  const many = model.pupils.filter((pupil) => railsFor(pupil) > rails);
  if (many.length > 0)
    found.push({
      kind: 'PUPIL',
      user_ids: many.map(({ user_id }) => user_id),
      most: Math.max(...many.map(railsFor)),
    });
  for (const [group, parallel] of groups.entries()) {
    const course_ids = parallel.map((course) => courses[course]?.id ?? 0);
    const twice = pupils.filter(({ course_ids: own }) => course_ids.filter((id) => own.includes(id)).length > 1);
    if (twice.length > 0) found.push({ kind: 'TWICE', user_ids: twice.map(({ user_id }) => user_id), course_ids });
    const takers = model.pupils.filter(({ groups: own }) => own.includes(group)).length;
    const places = parallel.reduce((sum, course) => sum + (courses[course]?.capacity ?? 0), 0);
    if (takers > places) found.push({ kind: 'ROOM', course_ids, pupils: takers, places });
  }
  const byTeacher = new Map<number, number[]>();
  for (const [course, { teacher_ids }] of courses.entries())
    for (const teacher of teacher_ids) byTeacher.set(teacher, [...(byTeacher.get(teacher) ?? []), course]);
  const needed = (own: Iterable<number>) => leastRails([...own].map((course) => [bits[course] as number]));
  for (const [teacher_id, own] of byTeacher) {
    const count = needed(own);
    const course_ids = own.map((course) => courses[course]?.id ?? 0);
    if (count > rails) found.push({ kind: 'TEACHER', teacher_id, course_ids, count });
  }
  const count = needed(courses.keys());
  if (count > rails * most_courses) found.push({ kind: 'COURSES', courses: count, places: rails * most_courses });
  return found;
}

/** Courses of one teacher on one rail that meet, as they came to be. */
export function teacherClashes(
  model: RailModel,
  rail: readonly number[],
): { rail: number; teacher_id: number; course_ids: number[] }[] {
  const { courses, rails } = model;
  return Array.from({ length: rails }, (_, number) => number).flatMap((number) => {
    const here = [...courses.keys()].filter((course) => rail[course] === number);
    const teachersOf = (course: number) => courses[course]?.teacher_ids ?? [];
    return [...new Set(here.flatMap(teachersOf))].flatMap((teacher_id) => {
      const own = here.filter((course) => teachersOf(course).includes(teacher_id));
      const meeting = own.filter((one) => own.some((other) => other !== one && doMeet(model, rail, one, other)));
      const course_ids = meeting.map((course) => courses[course]?.id ?? 0);
      return course_ids.length > 0 ? [{ rail: number, teacher_id, course_ids }] : [];
    });
  });
}
