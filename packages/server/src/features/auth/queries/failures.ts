import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';

/** One counter: what is counted, and the hash of the account or address it belongs to. */
export interface FailureKey {
  scope: string;
  hash: Buffer;
}

export async function listFailures(db: Kysely<DB>, keys: readonly FailureKey[]) {
  return db
    .selectFrom('sign_in_failures')
    .select(['scope', 'failures', 'last_at'])
    .where((eb) => eb.or(keys.map(({ scope, hash }) => eb.and([eb('scope', '=', scope), eb('key_hash', '=', hash)]))))
    .execute();
}

/** Counts one failure, atomically; a counter that was unused since `forgotten` is reset. */
export async function addFailure(
  db: Kysely<DB>,
  { scope, hash }: FailureKey,
  now: Date,
  forgotten: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('sign_in_failures')
    .values({ scope, key_hash: hash, failures: 1, first_at: at, last_at: at })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key_hash']).doUpdateSet({
        failures: sql<number>`case when sign_in_failures.last_at < ${forgotten.toISOString()} then 1 else sign_in_failures.failures + 1 end`,
        last_at: at,
      }),
    )
    .execute();
}

export async function removeFailures(db: Kysely<DB>, { scope, hash }: FailureKey): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('scope', '=', scope).where('key_hash', '=', hash).execute();
}

/** Removes counters unused since then; returns their number. */
export async function removeFailuresBefore(db: Kysely<DB>, then: Date): Promise<number> {
  const result = await db.deleteFrom('sign_in_failures').where('last_at', '<', then.toISOString()).executeTakeFirst();
  return Number(result.numDeletedRows);
}
