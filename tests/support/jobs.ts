import type { Pool } from 'pg';

/** As if time had passed: jobs that wait for their next attempt are due, and the workers hear of it. */
export async function passJobWaits(pool: Pool): Promise<void> {
  await pool.query(
    'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_by is null',
  );
  await pool.query(`select pg_notify('jobs:insert', '{"r":"waited","count":1}')`);
}
