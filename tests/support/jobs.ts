import type { Pool } from 'pg';
import { ALIVE } from '../../packages/server/src/kernel/jobs/liveness.ts';

/** Simulates passing time: jobs waiting for a retry become due, and the workers are notified. */
export async function passJobWaits(pool: Pool): Promise<void> {
  await pool.query(
    'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_by is null',
  );
  await pool.query(`select pg_notify('jobs:insert', '{"r":"waited","count":1}')`);
}

/** Holds what is locked by a worker of this name as its process would: otherwise it is soon given back. Returns how to let go. */
export async function stayAlive(pool: Pool, worker: string): Promise<() => void> {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock($1, hashtext($2))', [ALIVE, worker]);
  return () => client.release(true);
}
