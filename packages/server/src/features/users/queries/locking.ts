import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** The names by which the accounts of a school are known, archived ones left out. */
export function listAccountNames(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'firstname', 'lastname', 'role', 'is_locked'])
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Locks accounts or unlocks them, in one statement; their sessions are the caller's. */
export async function setLocked(
  trx: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  isLocked: boolean,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ is_locked: isLocked })
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}
