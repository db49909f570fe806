import type { Unit } from '../structure/index.ts';
import { KINDS, type Lesson, type LessonReference } from './schema.ts';

/** How a lesson is drawn and named: as planned, changed in place, or one of the seven kinds (T-3.31). */
export const LOOKS = ['regular', 'changed', ...KINDS] as const;
export type Look = (typeof LOOKS)[number];

/** The look of a lesson: its kind; without one "changed" where it replaces something, else "regular" (T-3.31). */
export function lookOf(lesson: Pick<Lesson, 'kind' | 'substituted_lessons'>): Look {
  return lesson.kind ?? (lesson.substituted_lessons.length > 0 ? 'changed' : 'regular');
}

/** One difference from the plan, old → new; null where there was or is none. */
export type Change = {
  readonly field: 'subject' | 'teacher' | 'room' | 'time';
  readonly before: string | null;
  readonly after: string | null;
};

type Described = Pick<Lesson, 'teachers' | 'bookables' | 'subject' | 'time_begins_at' | 'time_ends_at'>;

/**
 * What changed, old → new (T-3.31). A changed lesson compares itself with what it replaces; an event or additional
 * lesson names only the subject that it replaces, a supervision only its teacher; a cancelled one, a message and the two
 * moved ones (see `moveOf`) have none.
 */
export function changesOf(lesson: Lesson): Change[] {
  const old = lesson.substituted_lessons;
  if (old.length === 0) return [];
  const look = lookOf(lesson);
  if (look === 'EVENT' || look === 'ADDITIONAL') {
    const before = joined(old.map((reference) => titleOf(reference)));
    return before !== null && before !== lesson.meta.displayname
      ? [{ field: 'subject', before, after: lesson.meta.displayname }]
      : [];
  }
  if (look !== 'changed' && look !== 'SUPERVISION') return [];
  const changes: Change[] = [];
  const add = (field: Change['field'], before: string | null, after: string | null) => {
    if (before !== after) changes.push({ field, before, after });
  };
  if (look === 'changed') add('subject', joined(old.map((reference) => titleOf(reference))), titleOf(lesson));
  add('teacher', teachersOf(old), teachersOf([lesson]));
  if (look === 'SUPERVISION') return changes;
  add('room', roomsOf(old), roomsOf([lesson]));
  if (old.length === 1) add('time', timeOf(old[0]!), timeOf(lesson));
  return changes;
}

/**
 * Where a moved lesson went (MOVED_TO) or came from (MOVED_FROM); null for all others and where the source does not
 * say.
 */
export function moveOf(lesson: Lesson): LessonReference | null {
  if (lesson.kind !== 'MOVED_TO' && lesson.kind !== 'MOVED_FROM') return null;
  return lesson.substituted_target_lessons[0] ?? lesson.substituted_lessons[0] ?? null;
}

function titleOf({ subject }: Pick<Described, 'subject'>): string | null {
  return subject ? (subject.name ?? subject.shortcut) : null;
}

function timeOf({ time_begins_at, time_ends_at }: Described): string {
  return `${time_begins_at}–${time_ends_at}`;
}

function teachersOf(lessons: readonly Pick<Described, 'teachers'>[]): string | null {
  return joined(lessons.flatMap(({ teachers }) => teachers.map(nameOf)));
}

function roomsOf(lessons: readonly Pick<Described, 'bookables'>[]): string | null {
  return joined(lessons.flatMap(({ bookables }) => bookables.map((bookable) => bookable.shortcut)));
}

/** The display name: the long one where the reader may see it, else the code. */
export function nameOf(unit: Unit): string {
  return unit.name ?? unit.shortcut;
}

function joined(names: readonly (string | null)[]): string | null {
  const known = [...new Set(names.filter((name) => name !== null))].sort();
  return known.length > 0 ? known.join(', ') : null;
}
