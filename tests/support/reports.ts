import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { TEST_NOW } from './server.ts';

/** Somebody has said that something is wrong in their own plan. */
export async function buildReport(db: Kysely<DB>, schoolId: number, userId: number): Promise<{ id: number }> {
  return db
    .insertInto('timetable_reports')
    .values({
      school_id: schoolId,
      user_id: userId,
      author_id: userId,
      lesson: 'Mo., 08:00–08:45, Deutsch',
      reason: 'room',
      created_at: new Date(TEST_NOW).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
