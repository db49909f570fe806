import type { Audience } from './select.ts';
import { isVisible } from './select.ts';
import type { PlanSnapshot } from './snapshot.ts';

/** A lesson that takes place on a date, with whose it is by the plan. */
export interface HeldLesson {
  readonly uuid: string;
  readonly date: string;
  readonly hour: string | null;
  readonly time_begins_at: string;
  readonly time_ends_at: string;
  readonly course_id: number | null;
  readonly subject_id: number | null;
  readonly comment: string | null;
  readonly grade_ids: readonly number[];
  readonly teacher_ids: readonly number[];
  readonly regular_teacher_ids: readonly number[];
  /** All pupils of the grades take part, not only those who chose the course. */
  readonly is_open: boolean;
}

/** What stands in a plan and does not take place there. */
export const NOT_HELD: readonly (string | null)[] = ['CANCLED', 'MOVED_TO', 'MESSAGE', 'SUPERVISION'];

/** The lesson with this identity on a date, as it takes place for this audience; null: none does. */
export function findHeld(snapshot: PlanSnapshot, uuid: string, date: string, audience: Audience): HeldLesson | null {
  const changes = snapshot.substitutions.filter((one) => isVisible(one, audience));
  const change = changes.find((one) => one.uuid === uuid && one.date === date);
  if (change && NOT_HELD.includes(change.kind)) return null;
  const planned = snapshot.lessons.find((one) => one.uuid === uuid && one.dates.includes(date));
  const isReplaced = changes.some(
    ({ kind, replaces }) =>
      kind !== 'ADDITIONAL' &&
      replaces.some(({ lesson_id, lesson_date }) => lesson_id === planned?.lesson_id && lesson_date === date),
  );
  const found = change ?? (isReplaced ? undefined : planned);
  if (!found || NOT_HELD.includes(found.kind)) return null;
  const course = found.course_id === null ? undefined : snapshot.courses.get(found.course_id);
  return {
    uuid,
    date,
    hour: found.hour,
    time_begins_at: found.time_begins_at,
    time_ends_at: found.time_ends_at,
    course_id: found.course_id,
    subject_id: found.subject_id,
    comment: found.comment,
    grade_ids: found.grade_ids,
    teacher_ids: found.teacher_ids,
    regular_teacher_ids: change ? change.from_teacher_ids : found.teacher_ids,
    is_open: !course || course.is_required || !course.has_enrolments,
  };
}

/** The courses, and the grades of lessons that are for all of a grade, which a teacher has by the plan. */
export function taughtIn(snapshot: PlanSnapshot, teacherId: number): { course_ids: number[]; grade_ids: number[] } {
  const courses = new Set<number>();
  const grades = new Set<number>();
  for (const { teacher_ids, course_id, grade_ids } of snapshot.lessons) {
    if (!teacher_ids.includes(teacherId)) continue;
    if (course_id !== null) courses.add(course_id);
    else for (const id of grade_ids) grades.add(id);
  }
  return { course_ids: [...courses], grade_ids: [...grades] };
}

/** The lessons that a teacher holds on a date, as they take place for this audience, by their beginning. */
export function heldBy(snapshot: PlanSnapshot, teacherId: number, date: string, audience: Audience): HeldLesson[] {
  const planned = snapshot.lessons.filter((one) => one.teacher_ids.includes(teacherId) && one.dates.includes(date));
  const changed = snapshot.substitutions.filter((one) => one.teacher_ids.includes(teacherId) && one.date === date);
  const uuids = new Set([...planned, ...changed].map(({ uuid }) => uuid));
  return [...uuids]
    .flatMap((uuid) => findHeld(snapshot, uuid, date, audience) ?? [])
    .sort((one, other) => one.time_begins_at.localeCompare(other.time_begins_at));
}
