import type { Pool } from 'pg';

/** Simulates passing time: jobs waiting for a retry become due, and the workers are notified. */
export async function passJobWaits(pool: Pool): Promise<void> {
  await pool.query(
    'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_by is null',
  );
  await pool.query(`select pg_notify('jobs:insert', '{"r":"waited","count":1}')`);
}
