import type { RailModel, RailPlan } from './model.ts';

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
  /** The pupil's courses on the rails of the group. */
  readonly beside_ids: readonly number[];
}

/** Everybody's places; of who has none, why. */
export function railPlaces({ courses, groups, pupils }: RailModel, { rail, seats }: RailPlan): RailPlace[] {
  const idOf = (course: number) => courses[course]?.id ?? 0;
  return pupils.flatMap(({ user_id, groups: own, former }, pupil) =>
    own.map((group, at): RailPlace => {
      const course = seats[pupil]?.[at] ?? -1;
      const shared = { user_id, group, former_id: idOf(former[at] as number) };
      if (course >= 0) return { ...shared, course_id: idOf(course), reason: null, beside_ids: [] };
      const rails = new Set((groups[group] as readonly number[]).map((one) => rail[one]));
      const beside = (seats[pupil] ?? []).filter((one) => one >= 0 && rails.has(rail[one]));
      const taken = new Set(beside.map((one) => rail[one]));
      const reason = [...rails].every((one) => taken.has(one)) ? 'CLASH' : 'FULL';
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
  | { readonly kind: 'TEACHER'; readonly teacher_id: number; readonly course_ids: readonly number[] }
  /** More courses than all rails together can have. */
  | { readonly kind: 'COURSES'; readonly courses: number; readonly places: number };

/** What cannot work, whatever is tried: told before anything runs [D-8.18]. */
export function railObstacles(
  model: RailModel,
  pupils: readonly { readonly user_id: number; readonly course_ids: readonly number[] }[],
): RailObstacle[] {
  const { courses, groups, rails, most_courses } = model;
  const found: RailObstacle[] = [];
  const many = model.pupils.filter(({ groups: own }) => own.length > rails);
  if (many.length > 0)
    found.push({
      kind: 'PUPIL',
      user_ids: many.map(({ user_id }) => user_id),
      most: Math.max(...many.map(({ groups: own }) => own.length)),
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
  for (const { id, teacher_ids } of courses)
    for (const teacher of teacher_ids) byTeacher.set(teacher, [...(byTeacher.get(teacher) ?? []), id]);
  for (const [teacher_id, course_ids] of byTeacher)
    if (course_ids.length > rails) found.push({ kind: 'TEACHER', teacher_id, course_ids });
  if (courses.length > rails * most_courses)
    found.push({ kind: 'COURSES', courses: courses.length, places: rails * most_courses });
  return found;
}

/** Courses of one teacher on one rail, as they came to be. */
export function teacherClashes(
  { courses, rails }: RailModel,
  rail: readonly number[],
): { rail: number; teacher_id: number; course_ids: number[] }[] {
  return Array.from({ length: rails }, (_, number) => number).flatMap((number) => {
    const here = courses.filter((_, course) => rail[course] === number);
    const teachers = [...new Set(here.flatMap(({ teacher_ids }) => teacher_ids))];
    return teachers.flatMap((teacher_id) => {
      const own = here.filter(({ teacher_ids }) => teacher_ids.includes(teacher_id)).map(({ id }) => id);
      return own.length > 1 ? [{ rail: number, teacher_id, course_ids: own }] : [];
    });
  });
}
