import { type Kysely, sql } from 'kysely';
import { JOBS_SCHEMA } from './task.ts';

/** Jobs that are due and that nobody has begun, and for how long the oldest of them has been, seconds. */
export async function countWaitingJobs<DB>(db: Kysely<DB>): Promise<{ count: number; oldest: number }> {
  const { rows } = await sql<{ count: number; oldest: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as oldest
    from ${sql.id(JOBS_SCHEMA, '_private_jobs')}
    where locked_at is null and attempts < max_attempts and run_at <= now()`.execute(db);
  return rows[0] ?? { count: 0, oldest: 0 };
}
