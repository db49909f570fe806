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
