import type { BookletKind } from '@kreide/core/features/planner';
import type { Lesson, Timetable } from '@kreide/core/features/timetable';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { bookablesOf, gradesOf, listInUse, teachersOf } from '../../structure/index.ts';
import { computePlan, loadSnapshot, type PlanSnapshot } from '../../timetable/index.ts';
import { listDraftLessons } from '../queries/lessons.ts';
import { findVersion } from '../queries/versions.ts';

/** Whose plan a page is. */
export interface BookletEntry {
  readonly entity: BookletKind;
  readonly id: number;
  readonly name: string;
}

/** All that are in use, kind by kind, each in the order of their short names. */
export async function listBookletEntries(
  db: Kysely<DB>,
  schoolId: number,
  kinds: readonly string[],
): Promise<BookletEntry[]> {
  const entries: BookletEntry[] = [];
  if (kinds.includes('grades'))
    for (const { id, shortcut } of await listInUse(gradesOf(db, schoolId)))
      entries.push({ entity: 'grades', id, name: shortcut });
  if (kinds.includes('teachers'))
    for (const { id, shortcut, firstname, lastname } of await listInUse(teachersOf(db, schoolId))) {
      const name = [firstname, lastname].filter(Boolean).join(' ');
      entries.push({ entity: 'teachers', id, name: name === '' ? shortcut : `${shortcut} · ${name}` });
    }
  if (kinds.includes('bookables'))
    for (const { id, shortcut } of await listInUse(bookablesOf(db, schoolId)))
      entries.push({ entity: 'bookables', id, name: shortcut });
  return entries;
}

/** The plan that a version would be, as a snapshot of its school year; none for a version that is gone. */
export async function draftSnapshots(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number | null },
): Promise<PlanSnapshot[]> {
  const version = id === null ? undefined : await findVersion(db, school_id, { id });
  if (!version) return [];
  const lessons = await listDraftLessons(db, version);
  return [await loadSnapshot(db, school_id, version.school_year_id, lessons)];
}

/** What is drawn of a plan. */
export type BookletPlan = Pick<Timetable, 'lessons' | 'times' | 'holidays'>;

/**
 * The plan of one of them as every member of the school sees it: what is hidden is left out (T-3.12), and without `hasChanges`
 * every substitution. `snapshots`: those in force in the week, oldest first.
 */
export function bookletReader(
  snapshots: readonly PlanSnapshot[],
  range: { begins_at: string; ends_at: string },
  hasChanges: boolean,
): (entry: BookletEntry) => BookletPlan {
  const shown = hasChanges ? snapshots : snapshots.map((one) => ({ ...one, substitutions: [] }));
  return ({ entity, id }) => {
    const parts = shown.map((one) => computePlan(one, { entity, id }, range, { kind: 'member' }));
    return {
      lessons: parts.flatMap(({ lessons }) => JSON.parse(`[${lessons.toString()}]`) as Lesson[]),
      times: parts.at(-1)?.times ?? [],
      holidays: parts.flatMap(({ holidays }) => holidays),
    };
  };
}
