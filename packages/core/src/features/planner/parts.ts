import type { Period } from '../structure/index.ts';
import { periodsOn } from './periods.ts';
import type { LessonContent, LessonEdits, Place, PlannedLesson } from './schema.ts';

/** What a push does with lessons. */
export type LessonChanges = Omit<LessonEdits, 'version_uuid'>;

/** What a lesson is, without its time. */
export function contentOf(lesson: PlannedLesson): LessonContent {
  const { subject_id, course_id, length, pattern, grade_ids, teacher_ids, bookable_ids } = lesson;
  return { subject_id, course_id, length, pattern, grade_ids, teacher_ids, bookable_ids };
}

/** Where a lesson is; null: it has no time, or one of none of the periods. */
export function placeOf({ weekday, hour }: Pick<PlannedLesson, 'weekday' | 'hour'>): Place | null {
  return weekday === null || hour === null ? null : { weekday, hour };
}

/** The place some periods after another one on its day; null: the day ends before. */
function placeAfter(periods: readonly Period[], { weekday, hour }: Place, count: number): Place | null {
  const day = periodsOn(periods, weekday);
  const next = day[day.findIndex((period) => period.hour === hour) + count];
  return next ? { weekday, hour: next.hour } : null;
}

/** Divides a lesson into two that follow each other, the first not shorter; null: it has one period only. */
export function splitLesson(lesson: PlannedLesson, periods: readonly Period[]): LessonChanges | null {
  if (lesson.length < 2) return null;
  const content = contentOf(lesson);
  const first = Math.ceil(lesson.length / 2);
  const place = placeOf(lesson);
  return {
    edits: [{ lesson_id: lesson.lesson_id, version: lesson.version, content: { ...content, length: first } }],
    added: [
      {
        ...content,
        length: lesson.length - first,
        place: place && placeAfter(periods, place, first),
        copied_lesson_id: lesson.lesson_id,
      },
    ],
  };
}

/** The same lesson once more, without a time. */
export function copyLesson(lesson: PlannedLesson): LessonChanges {
  return { added: [{ ...contentOf(lesson), place: null, copied_lesson_id: lesson.lesson_id }] };
}

/** All that has to be the same in two lessons that become one. */
function sameness(lesson: PlannedLesson): string {
  const { subject_id, course_id, pattern, begins_at, ends_at, grade_ids, teacher_ids, bookable_ids } = lesson;
  const sets = [grade_ids, teacher_ids, bookable_ids].map((ids) => ids.toSorted((one, other) => one - other));
  return JSON.stringify([subject_id, course_id, pattern?.weeks ?? null, begins_at, ends_at, ...sets]);
}

/** Does the second lesson begin in the period after the first one? Two without a time do, too. */
function isFollowedBy(first: PlannedLesson, second: PlannedLesson, periods: readonly Period[]): boolean {
  const [place, next] = [placeOf(first), placeOf(second)];
  if (place === null || next === null)
    return first.weekday === null && second.weekday === null && first.lesson_id < second.lesson_id;
  const wanted = placeAfter(periods, place, first.length);
  return wanted !== null && wanted.weekday === next.weekday && wanted.hour === next.hour;
}

/**
 * Makes one lesson of two that are alike and follow each other: of a lesson and the one behind it, else the one before it;
 * null: there is none.
 */
export function joinLesson(
  lesson: PlannedLesson,
  lessons: readonly PlannedLesson[],
  periods: readonly Period[],
): LessonChanges | null {
  const alike = lessons.filter((other) => other.lesson_id !== lesson.lesson_id && sameness(other) === sameness(lesson));
  const behind = alike.find((other) => isFollowedBy(lesson, other, periods));
  const before = behind ? undefined : alike.find((other) => isFollowedBy(other, lesson, periods));
  const [first, second] = behind ? [lesson, behind] : [before, lesson];
  if (!first) return null;
  const content = { ...contentOf(first), length: first.length + second.length };
  return {
    edits: [{ lesson_id: first.lesson_id, version: first.version, content }],
    removed: [{ lesson_id: second.lesson_id, version: second.version }],
  };
}
