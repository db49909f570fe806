import { type Kysely, sql } from 'kysely';
import { JOBS_SCHEMA } from './task.ts';

/** Removes jobs that failed for good a month ago: long enough to find out why; returns their number. */
export async function pruneJobs<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql`
    select id from ${sql.id(JOBS_SCHEMA, 'complete_jobs')}(array(
      select id from ${sql.id(JOBS_SCHEMA, 'jobs')}
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'))`.execute(db);
  return rows.length;
}
