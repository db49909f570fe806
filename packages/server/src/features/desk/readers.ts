import { type DeskReaders, READERS_MINIMUM } from '@kreide/core/features/desk';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listReaders, type ToldReader } from '../channels/index.ts';
import { listDuties } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { usersPart } from '../users/index.ts';
import { byShortcut } from './day.ts';
import { listDecisions } from './queries/decisions.ts';

/** How many people have read all that they were told; null: they are too few for a number. */
function countPeople(told: readonly ToldReader[]) {
  const people = [...Map.groupBy(told, ({ user_id }) => user_id).values()];
  const read = people.filter((own) => own.every(({ is_read }) => is_read));
  return people.length < READERS_MINIMUM ? null : { told: people.length, read: read.length };
}

/** Those of some accounts that are pupils. */
async function listPupils(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await usersPart(db)
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('type', '=', 'STUDENT')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Who has opened the message of what is in force of a day. Reading the plan itself leaves no trace, so it does not count. What a
 * teacher reads as a parent of a pupil stays a number.
 */
export async function readersOn(
  db: Kysely<DB>,
  plans: Pick<PlanStore, 'snapshotAt'>,
  schoolId: number,
  date: string,
): Promise<DeskReaders[]> {
  const snapshot = await plans.snapshotAt(schoolId, date);
  const decisions = (await listDecisions(db, schoolId, date)).filter(
    (row) => row.date === date && row.substitution_ids.length > 0,
  );
  if (!snapshot || decisions.length === 0) return [];
  const accounts = new Map((await listDuties(db, schoolId)).map(({ id, user_id }) => [id, user_id]));
  const published = decisions.map((row) => {
    const own = snapshot.substitutions.filter(({ id }) => row.substitution_ids.includes(id));
    const ids = new Set(own.flatMap(({ from_teacher_ids, teacher_ids }) => [...from_teacher_ids, ...teacher_ids]));
    return { row, told_of: row.substitution_ids.map((id) => `lesson:${id}` as const), ids: [...ids] };
  });
  const all = await listReaders(
    db,
    schoolId,
    published.flatMap(({ told_of }) => told_of),
  );
  const pupils = await listPupils(db, schoolId, [...new Set(all.map(({ user_id }) => user_id))]);
  const byText = Map.groupBy(all, ({ told_of }) => told_of);
  return published.map(({ row, told_of, ids }) => {
    const told = told_of.flatMap((text) => byText.get(text) ?? []);
    const own = new Set(ids.flatMap((id) => accounts.get(id) ?? []));
    const families = told.filter(({ user_id }) => !own.has(user_id));
    const stateOf = (id: number) => {
      const theirs = told.filter(({ user_id }) => user_id === accounts.get(id));
      if (theirs.length === 0) return 'NONE' as const;
      return theirs.every(({ is_read }) => is_read) ? ('READ' as const) : ('TOLD' as const);
    };
    return {
      decision_id: row.id,
      teachers: ids
        .flatMap((id) => snapshot.teachers.get(id) ?? [])
        .map(({ id, shortcut, name }) => ({ teacher: { id, shortcut, name }, state: stateOf(id) }))
        .sort((one, other) => byShortcut(one.teacher, other.teacher)),
      pupils: countPeople(families.filter(({ user_id }) => pupils.has(user_id))),
      parents: countPeople(families.filter(({ user_id }) => !pupils.has(user_id))),
    };
  });
}
