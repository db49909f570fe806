import { expressionBuilder, type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';

/** One counter: what is counted, and the hash of the account or address it belongs to. */
export interface FailureKey {
  scope: string;
  hash: Buffer;
}

/** When a counter lets the next attempt through. */
export interface FailureRule {
  free: number;
  /** Seconds. */
  longestWait: number;
  now: Date;
  /** A counter that was unused since is reset. */
  forgotten: Date;
  /** A counter that was last used after this is of a clock that was wrong: it holds nobody up. */
  ahead: Date;
}

export interface FailureRow {
  scope: string;
  failures: number;
  last_at: string;
}

export async function findFailures(db: Kysely<DB>, keys: readonly FailureKey[]): Promise<FailureRow[]> {
  const isOne = ({ scope, hash }: FailureKey) =>
    expressionBuilder<DB, 'sign_in_failures'>().and({ scope, key_hash: hash });
  return db
    .selectFrom('sign_in_failures')
    .select(['scope', 'failures', 'last_at'])
    .where((eb) => eb.or(keys.map(isOne)))
    .execute();
}

/**
 * Counts one attempt unless the counter says to wait (as `waitAfter`); false: it says so. One statement, so that
 * attempts at the same time see each other.
 */
export async function countAttempt(db: Kysely<DB>, key: FailureKey, rule: FailureRule): Promise<boolean> {
  const [now, forgotten, ahead] = [rule.now, rule.forgotten, rule.ahead].map((date) => date.toISOString());
  const over = sql`present.failures - ${rule.free}::int`;
  const { rows } = await sql`
    insert into sign_in_failures as present (scope, key_hash, failures, previous_at, last_at)
    values (${key.scope}, ${key.hash}, 1, ${now}, ${now})
    on conflict (scope, key_hash) do update set
      failures = case when present.last_at < ${forgotten}::timestamptz then 1 else present.failures + 1 end,
      previous_at = present.last_at,
      last_at = excluded.last_at
    where ${over} < 0
      or present.last_at > ${ahead}::timestamptz
      or least(present.last_at, excluded.last_at)
        + least(power(2, least(${over}, 20)), ${rule.longestWait}::int) * interval '1 second' <= excluded.last_at
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Takes one attempt back that was no failure. */
export async function uncountAttempt(db: Kysely<DB>, { scope, hash }: FailureKey): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: sql<number>`greatest(failures - 1, 0)`, last_at: eb.ref('previous_at') }))
    .where('scope', '=', scope)
    .where('key_hash', '=', hash)
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
