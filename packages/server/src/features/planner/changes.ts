import { type AddedLesson, type LessonEdits, lessonProblems, type Place, slotAt } from '@kreide/core/features/planner';
import type { Period } from '@kreide/core/features/structure';
import type { Issue, Translate } from '@kreide/core/kernel';
import type { DraftLesson, LessonChange, LessonState, Times } from './stored.ts';

const NOWHERE: Times = { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };

export function stateOf({ lesson_id: _, version: __, ...state }: DraftLesson): LessonState {
  return state;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What became another of a lesson, before and after. */
export function differenceOf(lesson: DraftLesson, next: LessonState): LessonChange {
  const former = stateOf(lesson);
  const keys = (Object.keys(former) as (keyof LessonState)[]).filter((key) => !isSame(former[key], next[key]));
  const pick = (state: LessonState) => Object.fromEntries(keys.map((key) => [key, state[key]]));
  return { lesson_id: lesson.lesson_id, before: pick(former), after: pick(next) };
}

/** Does a lesson have what a side of a change says of it? */
export function matches(lesson: DraftLesson | undefined, side: LessonChange['before']): boolean {
  if (!lesson || !side) return !lesson && !side;
  const { version: _, ...wanted } = side;
  return Object.entries(wanted).every(([key, value]) => isSame(lesson[key as keyof LessonState], value));
}

/** Lessons as they are after changes; those that are gone are left out. */
export function applyChanges(
  lessons: ReadonlyMap<number, DraftLesson>,
  changes: readonly LessonChange[],
): DraftLesson[] {
  return changes.flatMap(({ lesson_id, after }): DraftLesson[] => {
    if (!after) return [];
    const { version, ...state } = after as NonNullable<LessonChange['before']>;
    const former = lessons.get(lesson_id);
    // What was removed before lessons could be pinned, or divided, says nothing of it.
    const pin = { is_pinned: false, is_divisible: false };
    return [
      { ...pin, ...former, ...(state as LessonState), lesson_id, version: (former?.version ?? version ?? 0) + 1 },
    ];
  });
}

/** What a push is held against. */
export interface Known {
  lessons: ReadonlyMap<number, DraftLesson>;
  periods: readonly Period[];
  year: { begins_at: string; ends_at: string };
  t: Translate;
}

const unique = (ids: readonly number[]) => [...new Set(ids)];

function contentOf(lesson: Omit<AddedLesson, 'place' | 'copied_lesson_id'>) {
  const { subject_id, course_id, length, pattern, grade_ids, teacher_ids, bookable_ids } = lesson;
  return {
    subject_id,
    course_id,
    length,
    pattern: pattern && { name: pattern.name.trim(), weeks: [...new Set(pattern.weeks)].sort() },
    grade_ids: unique(grade_ids),
    teacher_ids: unique(teacher_ids),
    bookable_ids: unique(bookable_ids),
  };
}

type Rule = 'twice' | 'noTime' | 'nothing' | ReturnType<typeof lessonProblems>[number]['rule'];

/** What a push does, and what of it cannot be: a lesson named twice, a time that the day does not have, a lesson of nothing. */
export function toChanges(
  { edits = [], added = [], removed = [] }: Omit<LessonEdits, 'version_uuid'>,
  { lessons, periods, year, t }: Known,
): { changes: LessonChange[]; fresh: LessonState[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const refuse = (path: string, rule: Rule, params: Record<string, string | number> = {}) =>
    issues.push({ path, rule, params, message: t(`planner:rules.${rule}`, params) });
  const seen = new Set<number>();
  const isFirst = (lesson_id: number, path: string) => {
    if (seen.has(lesson_id)) refuse(`${path}.lesson_id`, 'twice');
    return seen.size < seen.add(lesson_id).size;
  };
  const timesAt = (place: Place | null, length: number, path: string): Times | null => {
    if (place === null) return NOWHERE;
    const slot = slotAt(periods, place, length);
    if (!slot) refuse(path, 'noTime', { hour: place.hour, length });
    return slot && { weekday: place.weekday, ...slot };
  };
  if (edits.length + added.length + removed.length === 0) refuse('body.edits', 'nothing');

  const changes = edits.flatMap(({ lesson_id, place, content, is_pinned, is_divisible }, index): LessonChange[] => {
    const path = `body.edits.${index}`;
    const lesson = lessons.get(lesson_id) as DraftLesson;
    if (!isFirst(lesson_id, path)) return [];
    const marks = {
      ...(is_pinned !== undefined && { is_pinned }),
      ...(is_divisible !== undefined && { is_divisible }),
    };
    const next = { ...stateOf(lesson), ...(content && contentOf(content)), ...marks };
    // What was wrong before, as an import left it, hinders nobody from changing the rest.
    const known = new Set(lessonProblems(lesson, year).map(({ rule }) => rule));
    for (const { field, rule } of content ? lessonProblems(next, year) : [])
      if (!known.has(rule)) refuse(`${path}.content.${field}`, rule);
    const isLonger = place === undefined && next.length !== lesson.length && lesson.weekday !== null;
    const here = { weekday: lesson.weekday ?? 0, hour: lesson.hour ?? '' };
    const times = isLonger
      ? timesAt(here, next.length, `${path}.content.length`)
      : place !== undefined && timesAt(place, next.length, `${path}.place`);
    return [differenceOf(lesson, { ...next, ...times })];
  });
  const gone = removed.flatMap(({ lesson_id }, index): LessonChange[] => {
    const { version, ...lesson } = lessons.get(lesson_id) as DraftLesson;
    const before = { ...stateOf({ ...lesson, version }), version };
    return isFirst(lesson_id, `body.removed.${index}`) ? [{ lesson_id, before, after: null }] : [];
  });
  const fresh = added.flatMap((one, index): LessonState[] => {
    const path = `body.added.${index}`;
    const content = contentOf(one);
    for (const { field, rule } of lessonProblems(content, year)) refuse(`${path}.${field}`, rule);
    const times = timesAt(one.place, content.length, `${path}.place`);
    const copied = lessons.get(one.copied_lesson_id ?? 0);
    const span = copied ?? { ...year, comment: null };
    const { begins_at, ends_at, comment } = span;
    const is_divisible = copied?.is_divisible ?? false;
    const marks = { is_pinned: false, is_divisible };
    const made = { source: 'planner', external_lesson: '', dates: null, ...marks, begins_at, ends_at, comment };
    return times ? [{ ...made, ...content, ...times }] : [];
  });
  return { changes: [...changes, ...gone], fresh, issues };
}

const PLACE = ['weekday', 'hour', 'time_begins_at', 'time_ends_at'];

/** What the log says of changes: lesson by lesson the weekday and period, and what else became another. */
export function toRecord(changes: readonly LessonChange[], side: 'before' | 'after') {
  const words = changes.map(({ lesson_id, [side]: state }) => {
    if (!state) return `${lesson_id}: –`;
    const at = 'weekday' in state ? [state.weekday ? `${state.weekday}/${state.hour ?? ''}` : '–'] : [];
    const isWhole = 'source' in state;
    const facts = Object.entries(state).filter(([key]) => !isWhole && !PLACE.includes(key));
    const told = facts.map(
      ([key, value]) => `${key} ${key === 'pattern' ? (state.pattern?.name ?? '–') : (value ?? '–')}`,
    );
    return `${lesson_id}: ${[...at, ...told].join(' ')}`;
  });
  return { changed: words.join(', ') };
}
