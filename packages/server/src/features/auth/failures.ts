import { createHash } from 'node:crypto';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { addFailure, listFailures, removeFailures, removeFailuresBefore } from './queries/failures.ts';

/**
 * Failures slow down sign-in and codes: strictly per (school, username) or code, generously per address because a whole
 * school shares one (D-4.09). The counters are in the database, so they apply across processes; nothing is locked
 * permanently.
 */
export const LIMITS = {
  user: { free: 5, firstWait: 1, longestWait: 15 * 60 },
  code: { free: 5, firstWait: 1, longestWait: 15 * 60 },
  address: { free: 300, firstWait: 1, longestWait: 5 * 60 },
  /**
   * Addresses that request unknown calendars: clients of a whole school keep requesting calendars after they were
   * revoked.
   */
  feed: { free: 300, firstWait: 1, longestWait: 5 * 60 },
} as const;
export type FailureScope = keyof typeof LIMITS;
/** What one attempt counts against: the address, and the account or the code. */
export type FailureKeys = Partial<Record<FailureScope, string>>;

/** A counter that was unused for this long, which is longer than any wait, is reset, seconds. */
export const FORGET_SECONDS = { user: 24 * 60 * 60, code: 24 * 60 * 60, address: 15 * 60, feed: 15 * 60 } as const;

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Seconds to wait after the n-th failure: none at first, then 1, 2, 4, 8 … up to the maximum. */
export function waitAfter(scope: FailureScope, failures: number): number {
  const { free, firstWait, longestWait } = LIMITS[scope];
  if (failures < free) return 0;
  return Math.min(firstWait * 2 ** Math.min(failures - free, 20), longestWait);
}

/** 429 until the wait after the last failure is over. */
export async function refuseWhileWaiting(db: Kysely<DB>, keys: FailureKeys, now: Date): Promise<void> {
  const wanted = Object.entries(keys).map(([scope, key]) => ({ scope, hash: hashOf(key) }));
  const rows = await listFailures(db, wanted);
  let longest = 0;
  for (const row of rows) {
    const since = (now.getTime() - new Date(row.last_at).getTime()) / 1000;
    longest = Math.max(longest, waitAfter(row.scope as FailureScope, row.failures) - since);
  }
  if (longest > 0) {
    const seconds = Math.ceil(longest);
    throw new ApiError({ code: 'too_many', retry_after: seconds, params: { seconds } });
  }
}

/** Counts one failure for each key, atomically. */
export async function countFailure(db: Kysely<DB>, keys: FailureKeys, now: Date): Promise<void> {
  for (const [scope, key] of Object.entries(keys)) {
    const forgotten = new Date(now.getTime() - FORGET_SECONDS[scope as FailureScope] * 1000);
    await addFailure(db, { scope, hash: hashOf(key) }, now, forgotten);
  }
}

/** After the right password: resets the user's counter, but not that of the address. */
export async function forgetFailures(db: Kysely<DB>, userKey: string): Promise<void> {
  await removeFailures(db, { scope: 'user', hash: hashOf(userKey) });
}

/** Removes counters that were unused for two days: none of them affects anybody any more. */
export async function pruneFailures(db: Kysely<DB>, now: Date): Promise<number> {
  return removeFailuresBefore(db, new Date(now.getTime() - 2 * 24 * 60 * 60 * 1000));
}
