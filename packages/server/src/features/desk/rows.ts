import type { Kind } from '@kreide/core/features/timetable';
import type { PlanSnapshot, PlanSubstitution, StoredSubstitution } from '../timetable/index.ts';
import type { DecisionRow } from './queries/decisions.ts';

/** What people decide here: no import replaces it. */
export const DESK_SOURCE = 'manual';

/** What a decision needs to say how the plan is. */
export type Decided = Pick<
  DecisionRow,
  | 'id'
  | 'date'
  | 'lesson_id'
  | 'kind'
  | 'hour'
  | 'time_begins_at'
  | 'time_ends_at'
  | 'subject_id'
  | 'grade_ids'
  | 'teacher_ids'
  | 'bookable_ids'
  | 'comment'
  | 'target_date'
  | 'target_hour'
  | 'target_time_begins_at'
  | 'target_time_ends_at'
>;

const KINDS: Readonly<Record<string, Kind | null>> = {
  CHANGED: null,
  CANCLED: 'CANCLED',
  MOVED: 'MOVED_TO',
  ADDITIONAL: 'ADDITIONAL',
  EVENT: 'EVENT',
  MESSAGE: 'MESSAGE',
};

/** The substitutions that a decision is in the plan: none where all is as planned, both ends of a move. */
export function toRows(decided: Decided, { lessonsById }: PlanSnapshot): Omit<StoredSubstitution, 'id'>[] {
  const { date, kind, lesson_id, target_date, target_time_begins_at, target_time_ends_at } = decided;
  const lesson = lesson_id === null ? undefined : lessonsById.get(lesson_id);
  if (kind === 'NONE' || (lesson_id !== null && !lesson)) return [];
  const of = lesson ?? { subject_id: null, grade_ids: [], teacher_ids: [], bookable_ids: [], course_id: null };
  const target = {
    target_date,
    target_hour: decided.target_hour,
    target_time_begins_at,
    target_time_ends_at,
  };
  // Of what is not held here the plan says whose and where it was.
  const isGone = kind === 'CANCLED' || kind === 'MOVED';
  const here: Omit<StoredSubstitution, 'id'> = {
    source: DESK_SOURCE,
    external_key: `desk:${decided.id}`,
    kind: KINDS[kind] ?? null,
    is_hidden: false,
    date,
    hour: decided.hour,
    time_begins_at: decided.time_begins_at,
    time_ends_at: decided.time_ends_at,
    from_subject_id: of.subject_id,
    from_grade_ids: of.grade_ids,
    from_teacher_ids: of.teacher_ids,
    from_bookable_ids: of.bookable_ids,
    course_id: of.course_id,
    subject_id: decided.subject_id ?? of.subject_id,
    grade_ids: lesson ? of.grade_ids : decided.grade_ids,
    teacher_ids: isGone ? of.teacher_ids : decided.teacher_ids,
    bookable_ids: isGone ? of.bookable_ids : decided.bookable_ids,
    comment: decided.comment,
    moved_comment: null,
    ...target,
    replaces: lesson_id === null ? [] : [{ lesson_id, lesson_date: date }],
  };
  if (target_date === null || target_time_begins_at === null || target_time_ends_at === null) return [here];
  const there = {
    ...here,
    external_key: `${here.external_key}:arrival`,
    kind: 'MOVED_FROM' as const,
    date: target_date,
    hour: decided.target_hour,
    time_begins_at: target_time_begins_at,
    time_ends_at: target_time_ends_at,
    teacher_ids: decided.teacher_ids,
    bookable_ids: decided.bookable_ids,
    target_date: date,
    target_hour: decided.hour,
    target_time_begins_at: decided.time_begins_at,
    target_time_ends_at: decided.time_ends_at,
    replaces: [],
  };
  return [here, there];
}

/** The same as the plan will know it: what is not published has no identity of its own yet. */
export function toPlanRows(decided: Decided, snapshot: PlanSnapshot): PlanSubstitution[] {
  return toRows(decided, snapshot).map((row, index) => ({
    ...row,
    id: decided.id,
    uuid: `0000000${index}-0000-4000-8000-${String(decided.id).padStart(12, '0')}`,
  }));
}
