import type { Insertable, Kysely, Selectable } from 'kysely';
import type { AuthDriverKeys, AuthDriverRequests, DB } from '../../../kernel/data/database.generated.ts';

export type RequestRow = Selectable<AuthDriverRequests>;

export async function findKey(db: Kysely<DB>, schoolId: number): Promise<Selectable<AuthDriverKeys> | null> {
  const row = await db.selectFrom('auth_driver_keys').selectAll().where('school_id', '=', schoolId).executeTakeFirst();
  return row ?? null;
}

/** Keeps a key where the school has none yet: whoever comes at the same moment gets the one that was first. */
export async function keepKey(db: Kysely<DB>, key: Insertable<AuthDriverKeys>): Promise<void> {
  await db
    .insertInto('auth_driver_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeKey(db: Kysely<DB>, schoolId: number): Promise<void> {
  await db.deleteFrom('auth_driver_keys').where('school_id', '=', schoolId).execute();
}

/** Keeps what is asked of a service, and forgets what of the school has not been answered in time. */
export async function keepRequest(db: Kysely<DB>, request: Insertable<AuthDriverRequests>, now: Date): Promise<void> {
  await db
    .deleteFrom('auth_driver_requests')
    .where('school_id', '=', request.school_id)
    .where('expires_at', '<', now.toISOString())
    .execute();
  await db.insertInto('auth_driver_requests').values(request).execute();
}

/** What was asked, for the first answer to it; null: nothing, too long ago, or it was answered before. */
export async function takeRequest(
  db: Kysely<DB>,
  schoolId: number,
  relayHash: Buffer,
  now: Date,
): Promise<RequestRow | null> {
  const row = await db
    .updateTable('auth_driver_requests')
    .set({ answered_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('relay_hash', '=', relayHash)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps what came of an answer. */
export async function keepAnswer(
  db: Kysely<DB>,
  { school_id, relay_hash }: Pick<RequestRow, 'school_id' | 'relay_hash'>,
  answer: { code_hash: Buffer; sealed_answer: Buffer; expires_at: string },
): Promise<void> {
  await db
    .updateTable('auth_driver_requests')
    .set(answer)
    .where('school_id', '=', school_id)
    .where('relay_hash', '=', relay_hash)
    .execute();
}

/** What came of an answer, once; null: nothing, too long ago, or another code. */
export async function takeAnswer(
  db: Kysely<DB>,
  schoolId: number,
  { relay_hash, code_hash }: { relay_hash: Buffer; code_hash: Buffer },
  now: Date,
): Promise<{ version: string; sealed_answer: Buffer } | null> {
  const row = await db
    .deleteFrom('auth_driver_requests')
    .where('school_id', '=', schoolId)
    .where('relay_hash', '=', relay_hash)
    .where('code_hash', '=', code_hash)
    .where('version', 'is not', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['version', 'sealed_answer'])
    .executeTakeFirst();
  return row?.version && row.sealed_answer ? { version: row.version, sealed_answer: row.sealed_answer } : null;
}

/** A sign-in by which settings are tried. */
export async function findTrial(db: Kysely<DB>, schoolId: number, uuid: string, now: Date): Promise<RequestRow | null> {
  const row = await db
    .selectFrom('auth_driver_requests')
    .selectAll()
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .where('version', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row ?? null;
}

/** Removes what was not answered in time; returns the number. */
export async function pruneRequests(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_driver_requests')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
