import { CLOUD_KEPT_DAYS } from '@kreide/core/features/cloud';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { removeFiles } from '../files/index.ts';
import { forgetEntries, listGone, lockGone } from './queries/files-of.ts';
import { filesOf, forgetVersions, listOldVersions } from './queries/versions.ts';

/** How long what was deleted or replaced is kept, ms. */
export const KEPT_MS = CLOUD_KEPT_DAYS * 24 * 60 * 60 * 1000;

const keptSince = (now: Date) => new Date(now.getTime() - KEPT_MS);

/** Forgets some entries of a school for good and lets go of their files, whose contents follow. */
export async function forgetForGood(
  trx: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await removeFiles(trx, schoolId, await forgetEntries(trx, schoolId, ids), now);
}

/** Empties the bins of what was deleted long ago; returns the number. */
export async function pruneClouds(db: Kysely<DB>, now: Date): Promise<number> {
  const before = keptSince(now);
  let count = 0;
  for (;;) {
    const gone = await listGone(db, before);
    let forgotten = 0;
    for (const [school_id, rows] of Map.groupBy(gone, (row) => row.school_id)) {
      const ids = rows.map(({ id }) => id);
      forgotten += await db.transaction().execute(async (trx) => {
        const left = await lockGone(trx, school_id, ids, before);
        await forgetForGood(trx, school_id, left, now);
        return left.length;
      });
    }
    count += forgotten;
    // All of the rest may have been brought back meanwhile.
    if (forgotten === 0) return count;
  }
}

/** Forgets what was replaced long ago; returns the number. */
export async function pruneVersions(db: Kysely<DB>, now: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const old = await listOldVersions(db, keptSince(now));
    if (old.length === 0) return count;
    for (const [school_id, rows] of Map.groupBy(old, (row) => row.school_id)) {
      const ids = rows.map(({ id }) => id);
      await db.transaction().execute(async (trx) => {
        await forgetVersions(trx, school_id, ids);
        await removeFiles(trx, school_id, filesOf(rows), now);
      });
    }
    count += old.length;
  }
}
