import { createHash } from 'node:crypto';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { addFailure, listFailures, removeFailures, removeFailuresBefore } from './queries/failures.ts';

/**
 * Sign-in and codes are slowed down by failures, strictly per (school, username) or code, generously per address because a whole school
 * shares one (D-4.09). The counters live in the database, so they hold across processes; nothing locks for good.
 */
export const LIMITS = {
  user: { free: 5, firstWait: 1, longestWait: 15 * 60 },
  code: { free: 5, firstWait: 1, longestWait: 15 * 60 },
  address: { free: 300, firstWait: 1, longestWait: 5 * 60 },
  /** Addresses that ask for calendars that do not exist: those of a whole school go on asking after they were revoked. */
  feed: { free: 300, firstWait: 1, longestWait: 5 * 60 },
} as const;
export type FailureScope = keyof typeof LIMITS;
/** What one attempt counts against: the address, and the account or the code that was tried. */
export type FailureKeys = Partial<Record<FailureScope, string>>;

/** A counter that nobody touched for this long, and longer than any wait, starts anew, seconds. */
export const FORGET_SECONDS = { user: 24 * 60 * 60, code: 24 * 60 * 60, address: 15 * 60, feed: 15 * 60 } as const;

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Seconds to wait after the n-th failure: none at first, then 1, 2, 4, 8 … up to the longest. */
export function waitAfter(scope: FailureScope, failures: number): number {
  const { free, firstWait, longestWait } = LIMITS[scope];
  if (failures < free) return 0;
  return Math.min(firstWait * 2 ** Math.min(failures - free, 20), longestWait);
}

/** 429 while the wait after the last failure is not over. */
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

/** The right password: the user's counter starts anew, the address keeps its own. */
export async function forgetFailures(db: Kysely<DB>, userKey: string): Promise<void> {
  await removeFailures(db, { scope: 'user', hash: hashOf(userKey) });
}

/** Removes counters that nobody touched for two days: none of them slows anybody down any more. */
export async function pruneFailures(db: Kysely<DB>, now: Date): Promise<number> {
  return removeFailuresBefore(db, new Date(now.getTime() - 2 * 24 * 60 * 60 * 1000));
}
