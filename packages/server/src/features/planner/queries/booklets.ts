import type { Insertable, Kysely, Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { VersionKey } from '../stored.ts';

const bookletsOf = (db: Kysely<DB>, schoolId: number) =>
  db.selectFrom('planner_booklets').selectAll().where('school_id', '=', schoolId);
export type BookletRow = Awaited<ReturnType<typeof listBooklets>>[number];

/** The booklets of a school that are not over, newest first. */
export function listBooklets(db: Kysely<DB>, schoolId: number, now: Date) {
  return bookletsOf(db, schoolId).where('expires_at', '>', now.toISOString()).orderBy('id', 'desc').execute();
}

export function findBooklet(db: Kysely<DB>, { school_id, id }: VersionKey) {
  return bookletsOf(db, school_id).where('id', '=', id).executeTakeFirst();
}

/** Stores what was asked for; undefined: the school has one that is being made. */
export function insertBooklet(
  db: Kysely<DB>,
  schoolId: number,
  booklet: Omit<Insertable<DB['planner_booklets']>, 'school_id'>,
): Promise<BookletRow | undefined> {
  return db
    .insertInto('planner_booklets')
    .values({ ...booklet, school_id: schoolId })
    .onConflict((conflict) => conflict.column('school_id').where('state', '=', 'WAITING').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes one that is being made. */
export async function updateBooklet(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  values: Updateable<DB['planner_booklets']>,
): Promise<void> {
  await db
    .updateTable('planner_booklets')
    .set(values)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

/** Booklets of all schools whose time is over. */
export function listOver(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('planner_booklets')
    .select(['school_id', 'id', 'file_uuid'])
    .where('expires_at', '<', now.toISOString())
    .execute();
}

export async function removeBooklet(db: Kysely<DB>, { school_id, id }: VersionKey): Promise<void> {
  await db.deleteFrom('planner_booklets').where('school_id', '=', school_id).where('id', '=', id).execute();
}
