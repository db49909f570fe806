import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

export interface TaskKey {
  readonly school_id: number;
  readonly lesson_id: number;
  readonly date: string;
}

export async function findTask(db: Kysely<DB>, { school_id, lesson_id, date }: TaskKey) {
  return db
    .selectFrom('lesson_tasks')
    .select(['text', 'is_for_pupils', 'written_by', 'updated_at'])
    .where('school_id', '=', school_id)
    .where('lesson_id', '=', lesson_id)
    .where('lesson_date', '=', date)
    .executeTakeFirst();
}

/** Whoever writes it at the same moment waits. */
export async function lockTask(db: Kysely<DB>, { school_id, lesson_id }: TaskKey): Promise<void> {
  await sql`select 1 from lesson_identities where school_id = ${school_id} and id = ${lesson_id} for update`.execute(
    db,
  );
}

/** An empty text takes it away. */
export async function saveTask(
  db: Kysely<DB>,
  { school_id, lesson_id, date }: TaskKey,
  task: { text: string; is_for_pupils: boolean; written_by: number; updated_at: string },
): Promise<void> {
  if (task.text === '') {
    await db
      .deleteFrom('lesson_tasks')
      .where('school_id', '=', school_id)
      .where('lesson_id', '=', lesson_id)
      .where('lesson_date', '=', date)
      .execute();
    return;
  }
  await db
    .insertInto('lesson_tasks')
    .values({ school_id, lesson_id, lesson_date: date, ...task })
    .onConflict((conflict) => conflict.columns(['school_id', 'lesson_id', 'lesson_date']).doUpdateSet(task))
    .execute();
}

/** Tasks go along to the lessons that stand for former ones from a day on. */
export async function moveTasks(
  db: Kysely<DB>,
  schoolId: number,
  names: ReadonlyMap<number, number>,
  from: string,
): Promise<void> {
  if (names.size === 0) return;
  await sql`update lesson_tasks t set lesson_id = n.later
    from unnest(${[...names.keys()]}::bigint[], ${[...names.values()]}::bigint[]) as n(former, later)
    where t.school_id = ${schoolId} and t.lesson_id = n.former and t.lesson_date >= ${from}
      and not exists (select 1 from lesson_tasks o
        where o.school_id = t.school_id and o.lesson_id = n.later and o.lesson_date = t.lesson_date)`.execute(db);
}

/** Removes the tasks of all schools that were for days before this one. */
export async function pruneTasks(db: Kysely<DB>, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lesson_tasks')
    .where('lesson_date', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** What somebody left for a lesson stays for the class; who wrote it does not. */
export async function eraseTasks(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .updateTable('lesson_tasks')
    .set({ written_by: null })
    .where('school_id', '=', school_id)
    .where('written_by', '=', user_id)
    .execute();
}

export const taskData: PersonalData = {
  lesson_tasks: (db, { school_id, user_id }) =>
    db
      .selectFrom('lesson_tasks')
      .select(['lesson_date as date', 'text', 'updated_at'])
      .where('school_id', '=', school_id)
      .where('written_by', '=', user_id)
      .orderBy('lesson_date')
      .orderBy('lesson_id')
      .execute(),
};
