import { createHash } from 'node:crypto';
import { ApiError } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import { createSeal } from '../config/seal.ts';
import type { DB } from '../data/database.generated.ts';
import { ends, type Merge } from '../data/merge.ts';

/** How long stored answers are kept (D-4.13), ms. */
export const IDEMPOTENCY_MS = 48 * 60 * 60 * 1000;

export interface KeyedCall {
  school_id: number;
  user_id: number;
  key: string;
  fingerprint: Buffer;
}

export interface StoredAnswer {
  status: number;
  answer: string | null;
}

/** Keys are 8 to 100 visible ASCII characters. */
export function isIdempotencyKey(key: string): boolean {
  return /^[\x21-\x7e]{8,100}$/.test(key);
}

/** What makes two calls the same: method, address and content. */
export function fingerprintOf(method: string, url: string, content: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n`)
    .update(JSON.stringify(content) ?? '')
    .digest();
}

/** The server keeps only a hash of a key: it finds the row and opens nothing. */
const nameOf = (key: string): string => createHash('sha256').update(`name ${key}`).digest('hex');

/**
 * An answer as it is kept: it says what people wrote, of whatever kind, and outlives its deletion for a while. So only the
 * key opens it, which nobody has but the caller.
 */
function sealAnswer({ key, school_id, user_id }: KeyedCall, answer: string | null): string | null {
  return answer === null ? null : createSeal(key).close(answer, `${school_id} ${user_id}`).toString('base64');
}

function openAnswer({ key, school_id, user_id }: KeyedCall, kept: string | null): string | null {
  // JSON was kept before answers were sealed.
  if (kept === null || kept.startsWith('{')) return kept;
  return createSeal(key).open(Buffer.from(kept, 'base64'), `${school_id} ${user_id}`);
}

/** The answer stored for this key; a key that was used for another call is rejected. */
export async function findStoredAnswer(db: Kysely<DB>, call: KeyedCall, now: Date): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('school_id', '=', call.school_id)
    .where('user_id', '=', call.user_id)
    .where('key', '=', nameOf(call.key))
    .where('created_at', '>', new Date(now.getTime() - IDEMPOTENCY_MS).toISOString())
    .executeTakeFirst();
  if (!row) return null;
  if (!call.fingerprint.equals(row.fingerprint)) throw new ApiError({ code: 'idempotency_key_reused' });
  return { status: row.status, answer: openAnswer(call, row.answer) };
}

/**
 * Stores the answer in the transaction of the change. Waits for a concurrent call with the same key; false when that
 * call was first: the caller rolls back and replays the stored answer.
 */
export async function storeAnswer(db: Kysely<DB>, call: KeyedCall, answer: StoredAnswer, now: Date): Promise<boolean> {
  const expired = new Date(now.getTime() - IDEMPOTENCY_MS).toISOString();
  const kept = { status: answer.status, answer: sealAnswer(call, answer.answer) };
  const result = await db
    .insertInto('idempotency_keys')
    .values({ ...call, key: nameOf(call.key), ...kept, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id', 'key'])
        .doUpdateSet({
          fingerprint: call.fingerprint,
          ...kept,
          created_at: now.toISOString(),
        })
        .where('idempotency_keys.created_at', '<=', expired),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * The same for calls of one school that are committed together, in one statement; false when one of them was answered
 * before.
 */
export async function storeAnswers(
  db: Kysely<DB>,
  calls: readonly (KeyedCall & { answer: string; now: Date })[],
): Promise<boolean> {
  const [first] = calls;
  if (!first) return true;
  // In one order, so that two groups never wait for each other.
  const sorted = [...calls].sort((one, other) => one.user_id - other.user_id || (one.key < other.key ? -1 : 1));
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (school_id, user_id, key, fingerprint, status, answer, created_at)
    select ${first.school_id}::bigint, given.user_id, given.key, given.fingerprint, 200, given.answer, given.at
    from unnest(${sorted.map(({ user_id }) => user_id)}::bigint[], ${sorted.map(({ key }) => nameOf(key))}::text[],
      ${sorted.map(({ fingerprint }) => fingerprint)}::bytea[], ${sorted.map((call) => sealAnswer(call, call.answer))}::text[],
      ${sorted.map(({ now }) => now.toISOString())}::timestamptz[]) as given(user_id, key, fingerprint, answer, at)
    on conflict (school_id, user_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at
    where idempotency_keys.created_at <= excluded.created_at - ${IDEMPOTENCY_MS} * interval '1 millisecond'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) === calls.length;
}

/** Removes answers that are no longer replayed; returns their number. */
export async function pruneAnswers(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - IDEMPOTENCY_MS).toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Stored answers to somebody who is erased. */
export async function eraseStoredAnswers(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** Answers to an account that goes are nobody's. */
export const storedAnswersMerge: Merge = { 'idempotency_keys.user_id': ends() };
