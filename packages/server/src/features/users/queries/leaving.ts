import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** When an account ends, from when on it may only read before that, and since when it is archived. */
export interface AccountEnd {
  readonly id: number;
  readonly expire_at: string | null;
  readonly read_only_from: string | null;
  readonly deleted_at: string | null;
}

/** The ends of some accounts, locked for the rest of the transaction; erased ones are left out. */
export async function lockEnds(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<AccountEnd[]> {
  return db
    .selectFrom('users')
    .select(['id', 'expire_at', 'read_only_from', 'deleted_at'])
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Sets the ends of accounts, in one statement. */
export async function setEnds(db: Kysely<DB>, schoolId: number, ends: readonly AccountEnd[]): Promise<void> {
  if (ends.length === 0) return;
  await sql`update users u set expire_at = r.expire_at, read_only_from = r.read_only_from, deleted_at = r.deleted_at
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
      as r(id bigint, expire_at timestamptz, read_only_from timestamptz, deleted_at timestamptz)
    where u.school_id = ${schoolId} and u.id = r.id`.execute(db);
}

/** Archives accounts that still end when they were set to; returns which they were. */
export async function archiveEnded(
  db: Kysely<DB>,
  schoolId: number,
  ends: readonly Pick<AccountEnd, 'id' | 'expire_at'>[],
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update users u set deleted_at = ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as r(id bigint, expire_at timestamptz)
    where u.school_id = ${schoolId} and u.id = r.id and u.expire_at = r.expire_at and u.deleted_at is null
    returning u.id`.execute(db);
  return rows.map(({ id }) => id);
}
