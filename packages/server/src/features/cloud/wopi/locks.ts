import { EDIT_LOCK_MAXIMUM, EDIT_LOCK_SECONDS } from '@kreide/core/features/cloud';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { lockCloud } from '../queries/clouds.ts';
import { findLock, isAnyLocked, keepLock, removeLock } from '../queries/editing.ts';
import type { OpenedFile } from './opened.ts';

/** The document is held with another lock than the one that was said, which the answer names. */
export class LockConflict extends Error {
  /** Empty: it is not held at all. */
  readonly lock: string;

  constructor(lock: string | null) {
    super('the document is held with another lock');
    this.name = 'LockConflict';
    this.lock = lock ?? '';
  }
}

/** What an office server calls its lock: signs of ASCII that stand in a header. */
export function parseLock(value: string | undefined): string {
  if (value === undefined || value.length > EDIT_LOCK_MAXIMUM || !/^[\x20-\x7e]+$/.test(value))
    throw new ApiError({ code: 'malformed' });
  return value;
}

/** The operations on a lock that the protocol has; `relock` is Lock with the one that it replaces. */
export type LockOperation =
  | { readonly type: 'lock' | 'refresh' | 'unlock'; readonly lock: string }
  | { readonly type: 'relock'; readonly lock: string; readonly former: string };

/** Refuses what would write where somebody else does, or where nobody has begun to. */
export async function refuseOtherLock(
  db: Kysely<DB>,
  { cloud, row }: Pick<OpenedFile, 'cloud' | 'row'>,
  lock: string | null,
  now: Date,
): Promise<void> {
  const held = await findLock(db, cloud.key, row.id, now);
  if (held === null || held !== lock) throw new LockConflict(held);
}

/** Holds a document, holds it longer, or lets go of it; the file was opened in this transaction. */
export async function operateLock(
  trx: Kysely<DB>,
  { cloud: { key }, row, can }: OpenedFile,
  operation: LockOperation,
  now: Date,
): Promise<void> {
  // Who may not write any more still lets go of what they hold.
  if (operation.type !== 'unlock' && !isAllowed(can, 'collaborate')) fail('forbidden');
  await lockCloud(trx, key);
  const held = await findLock(trx, key, row.id, now);
  const { lock, type } = operation;
  const wanted = type === 'relock' ? operation.former : lock;
  const isFree = type === 'lock' && held === null && !(await isAnyLocked(trx, key, [row.id], now));
  if (!isFree && held !== wanted) throw new LockConflict(held);
  if (type === 'unlock') await removeLock(trx, key, row.id);
  else await keepLock(trx, key, row.id, lock, new Date(now.getTime() + EDIT_LOCK_SECONDS * 1000));
}
