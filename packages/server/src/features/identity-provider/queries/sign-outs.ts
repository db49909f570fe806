import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** A program of a school. */
interface Of {
  readonly school_id: number;
  readonly client_id: number;
}

/** Whom a program has to be told of but those: first of whom it has not been told yet, so that nobody waits behind whom it refuses. */
export async function listSignOuts(
  db: Kysely<DB>,
  { school_id, client_id }: Of,
  but: readonly number[],
  limit: number,
) {
  return db
    .selectFrom('identity_sign_outs')
    .select(['school_id', 'client_id', 'id', 'sid', 'person'])
    .where('school_id', '=', school_id)
    .where('client_id', '=', client_id)
    .where('id', '!=', sql<number>`all(${but}::bigint[])`)
    .orderBy(sql`tried_at is not null`)
    .orderBy('id')
    .limit(limit)
    .execute();
}
export type SignOut = Awaited<ReturnType<typeof listSignOuts>>[number];

/** The programs of a school that have to be told of somebody. */
export async function listUntold(db: Kysely<DB>, schoolId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('identity_sign_outs')
    .select('client_id')
    .distinct()
    .where('school_id', '=', schoolId)
    .execute();
  return rows.map(({ client_id }) => client_id);
}

export async function removeSignOut(db: Kysely<DB>, { school_id, id }: SignOut): Promise<void> {
  await db.deleteFrom('identity_sign_outs').where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** Notes since when a program cannot be told: of one, or, where it is not there at all, of everybody (null). */
export async function noteTried(
  db: Kysely<DB>,
  { school_id, client_id }: Of,
  id: number | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('identity_sign_outs')
    .set({ tried_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('client_id', '=', client_id)
    .where('tried_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .execute();
}

/** Of whom a program could not be told for the first time before that: it is not tried any more. Null: of nobody any more. */
export async function giveUp(db: Kysely<DB>, { school_id, client_id }: Of, before: Date | null): Promise<void> {
  await db
    .deleteFrom('identity_sign_outs')
    .where('school_id', '=', school_id)
    .where('client_id', '=', client_id)
    .$if(before !== null, (query) => query.where('tried_at', '<=', before?.toISOString() ?? null))
    .execute();
}
