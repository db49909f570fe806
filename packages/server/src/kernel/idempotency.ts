import { createHash } from 'node:crypto';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from './database.generated.ts';

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

/** The answer stored for this key; a key that was used for another call is rejected. */
export async function findStoredAnswer(db: Kysely<DB>, call: KeyedCall, now: Date): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('school_id', '=', call.school_id)
    .where('user_id', '=', call.user_id)
    .where('key', '=', call.key)
    .where('created_at', '>', new Date(now.getTime() - IDEMPOTENCY_MS).toISOString())
    .executeTakeFirst();
  if (!row) return null;
  if (!call.fingerprint.equals(row.fingerprint)) throw new ApiError({ code: 'idempotency_key_reused' });
  return { status: row.status, answer: row.answer };
}

/**
 * Stores the answer in the transaction of the change. Waits for a concurrent call with the same key; false when that
 * call was first: the caller rolls back and replays the stored answer.
 */
export async function storeAnswer(db: Kysely<DB>, call: KeyedCall, answer: StoredAnswer, now: Date): Promise<boolean> {
  const expired = new Date(now.getTime() - IDEMPOTENCY_MS).toISOString();
  const result = await db
    .insertInto('idempotency_keys')
    .values({ ...call, ...answer, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id', 'key'])
        .doUpdateSet({
          fingerprint: call.fingerprint,
          status: answer.status,
          answer: answer.answer,
          created_at: now.toISOString(),
        })
        .where('idempotency_keys.created_at', '<=', expired),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
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
