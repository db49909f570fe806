import { type Kysely, sql } from 'kysely';
import { JOBS_SCHEMA, type Task } from './task.ts';

/** A job that waits longer than this for its next attempt is not alive, seconds. */
const SOON = 60;

/**
 * The payloads of a task's jobs that run, or will within a minute. Not those that were given up after their last attempt,
 * nor those whose next attempt is far away, as after an outage of hours.
 */
export async function listLivingJobs<Payload, DB>(
  db: Kysely<DB>,
  asked: Pick<Task<Payload>, 'name' | 'schema'>,
): Promise<Payload[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select jobs.payload from ${sql.id(JOBS_SCHEMA, '_private_jobs')} as jobs
    join ${sql.id(JOBS_SCHEMA, '_private_tasks')} as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${asked.name} and (jobs.locked_at is not null
      or (jobs.attempts < jobs.max_attempts and jobs.run_at <= now() + ${SOON} * interval '1 second'))`.execute(db);
  return rows.flatMap(({ payload }) => {
    const parsed = asked.schema.safeParse(payload);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Jobs that are due and that nobody has begun, and for how long the oldest of them has been, seconds. */
export async function countWaitingJobs<DB>(db: Kysely<DB>): Promise<{ count: number; oldest: number }> {
  const { rows } = await sql<{ count: number; oldest: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as oldest
    from ${sql.id(JOBS_SCHEMA, '_private_jobs')}
    where locked_at is null and attempts < max_attempts and run_at <= now()`.execute(db);
  return rows[0] ?? { count: 0, oldest: 0 };
}

/** Removes jobs that failed for good a month ago: long enough to find out why; returns their number. */
export async function pruneJobs<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql`
    select id from ${sql.id(JOBS_SCHEMA, 'complete_jobs')}(array(
      select id from ${sql.id(JOBS_SCHEMA, 'jobs')}
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'))`.execute(db);
  return rows.length;
}
