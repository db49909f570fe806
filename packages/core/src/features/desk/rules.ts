import { addDays, daysBetween, weekdayOf } from '../../kernel/calendar/dates.ts';
import { ABSENCE_DAYS_MAXIMUM } from './limits.ts';
import type { AbsenceDraft, DecisionDraft, DeskDay, DeskLesson, DeskSettings } from './schema.ts';

/** What can be wrong at the desk; the text is `desk:rules.<rule>`. */
export type DeskRule =
  | 'oneOf'
  | 'endsEarly'
  | 'tooLong'
  | 'noDay'
  | 'needsText'
  | 'needsTarget'
  | 'noPeriod'
  | 'needsPeople'
  | 'needsLesson'
  | 'twice'
  | 'noSchoolDay'
  | 'isPast'
  | 'tooFar'
  | 'isOver';

export interface DeskProblem {
  readonly field: string;
  readonly rule: DeskRule;
}

/** Is one of some weekdays between two days, both included? */
function hasDay(begins_at: string, ends_at: string, weekdays: readonly number[]): boolean {
  const span = Array.from({ length: Math.min(7, daysBetween(begins_at, ends_at) + 1) }, (_, day) => day);
  return span.some((day) => weekdays.includes(weekdayOf(addDays(begins_at, day))));
}

/**
 * What is wrong with an absence.
 * @param times of its first and last period; null: from the beginning, to the end of the day
 */
export function absenceProblems(
  draft: AbsenceDraft,
  times: { readonly begins_at: string | null; readonly ends_at: string | null },
): DeskProblem[] {
  const { teacher_id, bookable_id, grade_id, begins_at, ends_at } = draft;
  if ([teacher_id, bookable_id, grade_id].filter((id) => id !== null).length !== 1)
    return [{ field: 'teacher_id', rule: 'oneOf' }];
  const days = daysBetween(begins_at, ends_at);
  if (days < 0) return [{ field: 'ends_at', rule: 'endsEarly' }];
  if (days >= ABSENCE_DAYS_MAXIMUM) return [{ field: 'ends_at', rule: 'tooLong' }];
  if (draft.days.length > 0 && !hasDay(begins_at, ends_at, draft.days)) return [{ field: 'days', rule: 'noDay' }];
  const isOfOneDay = days === 0 || draft.days.length > 0;
  const isShort = isOfOneDay && times.begins_at !== null && times.ends_at !== null;
  return isShort && times.ends_at <= times.begins_at ? [{ field: 'ends_time_id', rule: 'endsEarly' }] : [];
}

/** Kinds that are about a lesson of the plan, and those that can be without one. */
const OF_LESSON: ReadonlySet<string> = new Set(['CHANGED', 'CANCLED', 'MOVED', 'EVENT', 'MESSAGE', 'NONE']);
const ALONE: ReadonlySet<string> = new Set(['ADDITIONAL', 'EVENT', 'MESSAGE', 'NONE']);

/** What is wrong with a decision, whatever the plan of the day is. */
export function decisionProblems(draft: DecisionDraft): DeskProblem[] {
  const { lesson_id, kind, comment, target, hour, grade_ids, teacher_ids, bookable_ids } = draft;
  if (!(lesson_id === null ? ALONE : OF_LESSON).has(kind)) return [{ field: 'kind', rule: 'needsLesson' }];
  const hasText = (comment ?? '').trim() !== '';
  const hasPeople = grade_ids.length + teacher_ids.length > 0;
  const problems: DeskProblem[] = [];
  if ((kind === 'MESSAGE' || (kind === 'EVENT' && lesson_id === null)) && !hasText)
    problems.push({ field: 'comment', rule: 'needsText' });
  // Alone with a task: the text is the task.
  if (kind === 'CHANGED' && teacher_ids.length === 0 && !hasText)
    problems.push({ field: 'comment', rule: 'needsText' });
  if ((kind === 'MOVED') !== (target !== null)) problems.push({ field: 'target', rule: 'needsTarget' });
  if (kind === 'ADDITIONAL' && hour === null) problems.push({ field: 'hour', rule: 'noPeriod' });
  if (kind === 'ADDITIONAL' && !hasPeople) problems.push({ field: 'grade_ids', rule: 'needsPeople' });
  const lists = { grade_ids, teacher_ids, bookable_ids };
  for (const [field, list] of Object.entries(lists))
    if (new Set(list).size < list.length) problems.push({ field, rule: 'twice' });
  return problems;
}

/** What is wrong with a rule: a core time that ends before it begins. */
export function settingsProblems({
  core_begins_at,
  core_ends_at,
}: Pick<DeskSettings, 'core_begins_at' | 'core_ends_at'>): DeskProblem[] {
  const isWrong = core_begins_at !== null && core_ends_at !== null && core_ends_at <= core_begins_at;
  return isWrong ? [{ field: 'core_ends_at', rule: 'endsEarly' }] : [];
}

/**
 * The other end of a lesson that is brought forward: what stands in its place, or what it stands in the place of. Whoever takes
 * one of both back takes back both.
 */
export function partnerOf(lesson: DeskLesson, { date, lessons }: Pick<DeskDay, 'date' | 'lessons'>): DeskLesson | null {
  const isMovedTo = (one: DeskLesson, other: DeskLesson): boolean =>
    one.decision?.kind === 'MOVED' &&
    other.decision?.kind === 'CANCLED' &&
    one.decision.target?.date === date &&
    one.decision.target.hour === other.hour &&
    one.grades.some(({ id }) => other.grades.some((grade) => grade.id === id));
  return lessons.find((other) => isMovedTo(lesson, other) || isMovedTo(other, lesson)) ?? null;
}

/** The decision that puts one teacher in the place of those of a lesson who are not there. */
export function withSubstitute(lesson: DeskLesson, teacherId: number | null): DecisionDraft {
  const { teachers, absent_ids } = lesson;
  const stay = teachers.flatMap(({ id }) => (absent_ids.teachers.includes(id) || id === teacherId ? [] : [id]));
  return { ...asPlanned(lesson), kind: 'CHANGED', teacher_ids: teacherId === null ? stay : [...stay, teacherId] };
}

/** What decisions about lessons have to become so that they are what they were before: by what the day was, and what it is now. */
export function toUndo(before: DeskDay, after: DeskDay, lessonIds: readonly number[]): DecisionDraft[] {
  return lessonIds.flatMap((id) => {
    const now = after.lessons.find(({ lesson_id }) => lesson_id === id);
    if (!now?.decision) return [];
    const was = before.lessons.find(({ lesson_id }) => lesson_id === id)?.decision;
    const { version } = now.decision;
    if (!was) return [{ ...asPlanned(now), version }];
    const { kind, subject_id, grade_ids, teacher_ids, bookable_ids, comment, target } = was;
    const said = { kind, subject_id, grade_ids, teacher_ids, bookable_ids, comment, target };
    return [{ ...asPlanned(now), ...said, version }];
  });
}

/** A decision that says what is planned, to be changed. */
export function asPlanned({ lesson_id, decision, teachers, bookables }: DeskLesson): DecisionDraft {
  return {
    id: decision?.id ?? null,
    lesson_id,
    version: decision?.version ?? 0,
    kind: 'NONE',
    hour: null,
    subject_id: null,
    grade_ids: [],
    teacher_ids: teachers.map(({ id }) => id),
    bookable_ids: bookables.map(({ id }) => id),
    comment: null,
    target: null,
  };
}
