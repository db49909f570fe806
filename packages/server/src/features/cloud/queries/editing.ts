import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { listDavLocks } from './dav.ts';
import type { CloudKey, CloudView } from './entries.ts';

export async function setCollaborative(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  id: number,
  is_collaborative: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('cloud_files')
    .set({ is_collaborative, updated_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Does an office server, or a program of somebody else, hold one of some documents? */
export async function isAnyLocked(
  db: Kysely<DB>,
  { school_id, user_id }: CloudView,
  ids: readonly number[],
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('cloud_locks')
    .select('cloud_file_id')
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (row) return true;
  const locks = await listDavLocks(db, { school_id }, ids, now);
  return locks.some((lock) => lock.user_id !== user_id);
}

/** What an office server holds of a document now; null: nothing. */
export async function findLock(db: Kysely<DB>, { school_id }: CloudKey, id: number, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('cloud_locks')
    .select('lock')
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.lock ?? null;
}

/** It is held with this lock until then, whatever it was held with. The caller has the lock of its cloud. */
export async function keepLock(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  cloud_file_id: number,
  lock: string,
  expires: Date,
): Promise<void> {
  const expires_at = expires.toISOString();
  await db
    .insertInto('cloud_locks')
    .values({ school_id, cloud_file_id, lock, expires_at })
    .onConflict((conflict) => conflict.columns(['school_id', 'cloud_file_id']).doUpdateSet({ lock, expires_at }))
    .execute();
}

export async function removeLock(db: Kysely<DB>, { school_id }: CloudKey, id: number): Promise<void> {
  await db.deleteFrom('cloud_locks').where('school_id', '=', school_id).where('cloud_file_id', '=', id).execute();
}

/** Locks that are over hold nothing; returns their number. */
export async function pruneLocks(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cloud_locks')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
