import { type SyncSource, syncSource } from '@kreide/core/features/data-sync';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';

export interface StoredSources {
  readonly sources: SyncSource[];
  readonly updated_at: string | null;
}

/** Where the people of a school stand in its directory; nobody has said it: nowhere. */
export async function findSources(db: Kysely<DB>, schoolId: number): Promise<StoredSources> {
  const row = await db
    .selectFrom('data_sync_sources')
    .select(['sources', 'updated_at'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
  return row
    ? { sources: z.parse(z.array(syncSource), row.sources), updated_at: row.updated_at }
    : { sources: [], updated_at: null };
}

/**
 * Keeps it. False: somebody has changed it since.
 * @param since the `updated_at` that it was made from; null: nothing was saved
 */
export async function saveSources(
  db: Kysely<DB>,
  schoolId: number,
  { sources, since, now }: { sources: readonly SyncSource[]; since: string | null; now: Date },
): Promise<boolean> {
  const values = { sources: toJsonText([...sources]), updated_at: now.toISOString() };
  if (since === null) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('data_sync_sources')
      .values({ school_id: schoolId, ...values })
      .onConflict((conflict) => conflict.column('school_id').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }
  const { numUpdatedRows } = await db
    .updateTable('data_sync_sources')
    .set(values)
    .where('school_id', '=', schoolId)
    .where('updated_at', '=', since)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
