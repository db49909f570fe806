import { expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { prepare } from '../../../kernel/data/plans.ts';

/** One counter: its kind, and the hash of the account or address it belongs to. */
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

/** The rule of a counter, as values of a statement. */
export interface CountRule {
  scope: string;
  free: number;
  longestWait: number;
  now: string;
  forgotten: string;
  ahead: string;
}

export function toCountRule(scope: string, { free, longestWait, now, forgotten, ahead }: FailureRule): CountRule {
  const times = { now: now.toISOString(), forgotten: forgotten.toISOString(), ahead: ahead.toISOString() };
  return { scope, free, longestWait, ...times };
}

/**
 * Counts an attempt with the counter whose hash `source` has, unless that says to wait (as `waitAfter`): nothing is
 * returned then. A counter that is used up is only read, as to count locks its row, and a flood would stand in a queue for
 * it.
 */
export function counting({ scope, free, longestWait, now, forgotten, ahead }: CountRule, source: RawBuilder<unknown>) {
  const isOpen = (row: RawBuilder<unknown>) => sql`(${row}.failures - ${free}::int < 0
    or ${row}.last_at > ${ahead}::timestamptz
    or least(${row}.last_at, ${now}::timestamptz)
      + least(power(2, least(${row}.failures - ${free}::int, 20)), ${longestWait}::int) * interval '1 second'
      <= ${now}::timestamptz)`;
  return sql<object>`
    insert into sign_in_failures as present (scope, key_hash, failures, previous_at, last_at)
    select ${scope}::text, source.hash, 1, ${now}::timestamptz, ${now}::timestamptz from (${source}) as source
    where not exists (
      select from sign_in_failures found
      where found.scope = ${scope}::text and found.key_hash = source.hash and not ${isOpen(sql.ref('found'))})
    on conflict (scope, key_hash) do update set
      failures = case when present.last_at < ${forgotten}::timestamptz then 1 else present.failures + 1 end,
      previous_at = present.last_at,
      last_at = excluded.last_at
    where ${isOpen(sql.ref('present'))}
    returning 1 as one`;
}

const count = prepare((_, values: CountRule & { hash: Buffer }) =>
  counting(values, sql`select ${values.hash}::bytea as hash`),
);

/** Counts one attempt unless the counter says to wait; false: it says so. One statement: attempts at the same time see each other. */
export async function countAttempt(db: Kysely<DB>, { scope, hash }: FailureKey, rule: FailureRule): Promise<boolean> {
  return (await count(db, { ...toCountRule(scope, rule), hash })).length > 0;
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
