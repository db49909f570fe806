import { isTime } from '../../kernel/calendar/times.ts';
import { toInstant } from '../../kernel/calendar/zone.ts';
import { ABSENCE_COMMENT_MAXIMUM, EXCUSE_NOTE_MAXIMUM, TYPE_DESCRIPTION_MAXIMUM, TYPE_NAME_MAXIMUM } from './limits.ts';

/** The first and the last minute of a day. */
export const START_OF_DAY = '00:00';
export const END_OF_DAY = '23:59';

/** How a time of day is said: the edges of a day have words of their own (T-5.17, T-5.18). */
export function timeWordOf(time: string): 'start' | 'end' | null {
  if (time === START_OF_DAY) return 'start';
  return time === END_OF_DAY ? 'end' : null;
}

/** A time as somebody wrote it; what is none is the end of the day (T-5.19). */
export const toAbsenceTime = (text: string): string => (isTime(text.trim()) ? text.trim() : END_OF_DAY);

/** A range of dates or instants; null: its beginning lies after its end, so there is none (T-5.06). */
export function toAbsenceRange<Value extends string>(
  begins_at: Value,
  ends_at: Value,
): { begins_at: Value; ends_at: Value } | null {
  return begins_at > ends_at ? null : { begins_at, ends_at };
}

/** The first and the last moment that an absence may have. */
export interface AbsenceBounds {
  readonly earliest_at: string;
  readonly latest_at: string;
}

/**
 * Within which moments an absence lies: those of the school year (T-5.07, T-5.09), and from today on for whoever may not
 * change the past (T-5.08).
 */
export function absenceBounds(
  year: { begins_at: string; ends_at: string },
  { today, zone, changesPast }: { today: string; zone: string; changesPast: boolean },
): AbsenceBounds {
  const first = !changesPast && today > year.begins_at ? today : year.begins_at;
  return {
    earliest_at: toInstant(first, START_OF_DAY, zone).toISOString(),
    latest_at: toInstant(year.ends_at, END_OF_DAY, zone).toISOString(),
  };
}

/** An absence as somebody writes it. */
export interface AbsenceValues {
  readonly begins_at: string;
  readonly ends_at: string;
  readonly type_id: string | null;
  readonly user_id?: number | null | undefined;
  readonly grade_id?: number | null | undefined;
  readonly course_id?: number | null | undefined;
  readonly comment: string | null;
  readonly excuse_note: string | null;
}

type Field = 'begins_at' | 'ends_at' | 'type_id' | 'user_id' | 'comment' | 'excuse_note' | 'name' | 'description';
export interface AbsenceProblem {
  readonly field: Field;
  readonly rule: 'required' | 'whom' | 'too_long' | 'order' | 'too_early' | 'too_late';
  readonly params: Record<string, number>;
}
const problem = (field: Field, rule: AbsenceProblem['rule'], params: Record<string, number> = {}): AbsenceProblem => ({
  field,
  rule,
  params,
});

function tooLong(field: Field, text: string | null, maximum: number): AbsenceProblem[] {
  return [...(text ?? '').trim()].length > maximum ? [problem(field, 'too_long', { maximum })] : [];
}

/**
 * What is wrong with an absence. It has a type (T-5.04), is of exactly one pupil, grade or course (T-3.58), and lies within
 * its bounds; a moment that stays as it was (`former`) is not held against anybody.
 */
export function absenceProblems(
  values: AbsenceValues,
  bounds: AbsenceBounds,
  former: { readonly begins_at: string; readonly ends_at: string } | null = null,
): AbsenceProblem[] {
  const { begins_at, ends_at, type_id, user_id, grade_id, course_id } = values;
  const [from, until] = [Date.parse(begins_at), Date.parse(ends_at)];
  const isFormer = (field: 'begins_at' | 'ends_at') =>
    former !== null && Date.parse(former[field]) === Date.parse(values[field]);
  const whom = [user_id, grade_id, course_id].filter((id) => id !== null && id !== undefined);
  return [
    ...(type_id ? [] : [problem('type_id', 'required')]),
    ...(whom.length === 1 ? [] : [problem('user_id', 'whom')]),
    ...(from < until ? [] : [problem('ends_at', 'order')]),
    ...(from < Date.parse(bounds.earliest_at) && !isFormer('begins_at') ? [problem('begins_at', 'too_early')] : []),
    // The last minute of the day lasts as long as the others.
    ...(until >= Date.parse(bounds.latest_at) + 60_000 && !isFormer('ends_at') ? [problem('ends_at', 'too_late')] : []),
    ...(until < Date.parse(bounds.earliest_at) && !isFormer('ends_at') ? [problem('ends_at', 'too_early')] : []),
    ...tooLong('comment', values.comment, ABSENCE_COMMENT_MAXIMUM),
    ...tooLong('excuse_note', values.excuse_note, EXCUSE_NOTE_MAXIMUM),
  ];
}

/** What is wrong with a type: it has a name. */
export function typeProblems({ name, description }: { name: string; description: string }): AbsenceProblem[] {
  return [
    ...(name.trim() === '' ? [problem('name', 'required')] : []),
    ...tooLong('name', name, TYPE_NAME_MAXIMUM),
    ...tooLong('description', description, TYPE_DESCRIPTION_MAXIMUM),
  ];
}

/** A note as it is kept: without the space around it, and nothing instead of an empty one. */
export const toNote = (text: string | null): string | null => text?.trim() || null;
