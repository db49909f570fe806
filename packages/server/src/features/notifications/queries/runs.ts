import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Notes that something is being told; false when that was noted before. */
export async function beginRun(db: Kysely<DB>, schoolId: number, key: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notification_runs')
    .values({ school_id: schoolId, key, at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['school_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Days after which no job runs again. */
const RUN_DAYS = 30;

/** Removes notes of what was told long ago; returns the number. */
export async function pruneRuns(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RUN_DAYS * 86_400_000).toISOString();
  const result = await db.deleteFrom('notification_runs').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
