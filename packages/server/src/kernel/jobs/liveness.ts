import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../log.ts';
import { toLoggedError } from './redact.ts';
import { JOBS_SCHEMA } from './task.ts';

/**
 * First halves of advisory lock keys: a worker is alive (second half: its hashed name); a worker starts, or somebody
 * cleans up.
 */
export const ALIVE = 0x6b726a62;
const CHANGING = 0x6b726a63;
const CHECK_MS = 15_000;

/**
 * graphile-worker releases the jobs of a killed process after four hours. Here each process holds its own lock in the
 * database while it is alive, and any other process immediately releases the jobs of workers without a lock (D-4.03).
 */
export interface Liveness {
  /** The worker's name is known: hold its lock, and clean up after dead workers now and periodically. */
  announce(worker: string): Promise<void>;
  stop(): Promise<void>;
}

/** Call before the worker starts, `announce` right after: nobody cleans up in between. */
export async function startLiveness(pool: Pool, log: Log): Promise<Liveness> {
  const stopped = new AbortController();
  let holder: PoolClient | null = await pool.connect();
  let watching: Promise<void> = Promise.resolve();
  guard(holder);
  await holder.query('select pg_advisory_lock($1, 0)', [CHANGING]);

  function guard(client: PoolClient): void {
    client.once('error', () => {
      if (holder !== client) return;
      holder = null;
      client.release(true);
    });
  }

  async function hold(worker: string): Promise<PoolClient> {
    if (holder === null) {
      holder = await pool.connect();
      guard(holder);
    }
    await holder.query('select pg_advisory_lock($1, hashtext($2))', [ALIVE, worker]);
    return holder;
  }

  async function check(worker: string): Promise<void> {
    const client = holder ?? (await hold(worker));
    const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_lock($1, 0) as is_free', [
      CHANGING,
    ]);
    if (rows[0]?.is_free !== true) return;
    try {
      await giveBack(client, log);
    } finally {
      await client.query('select pg_advisory_unlock($1, 0)', [CHANGING]);
    }
  }

  async function watch(worker: string): Promise<void> {
    while (!stopped.signal.aborted) {
      await pause(CHECK_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      if (stopped.signal.aborted) return;
      await check(worker).catch((error: unknown) => {
        log.warn({ err: toLoggedError(error) }, 'jobs: looking for dead workers failed');
      });
    }
  }

  return {
    async announce(worker) {
      const client = await hold(worker);
      await giveBack(client, log);
      await client.query('select pg_advisory_unlock($1, 0)', [CHANGING]);
      watching = watch(worker);
    },
    async stop() {
      stopped.abort();
      await watching;
      // Destroyed, not returned to the pool: the locks belong to the connection.
      holder?.release(true);
      holder = null;
    },
  };
}

/** Jobs of workers that hold no lock in this database become available again. */
async function giveBack(client: PoolClient, log: Log): Promise<void> {
  const { rows } = await client.query<{ worker: string }>(
    `select worker from (
       select locked_by as worker from ${JOBS_SCHEMA}._private_jobs where locked_by is not null
       union select locked_by from ${JOBS_SCHEMA}._private_job_queues where locked_by is not null
     ) as workers
     where not exists (
       select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and classid = $1::bigint::oid and objid = (hashtext(worker)::bigint & 4294967295)::oid)`,
    [ALIVE],
  );
  const dead = rows.map(({ worker }) => worker);
  if (dead.length === 0) return;
  await client.query(`select ${JOBS_SCHEMA}.force_unlock_workers($1::text[])`, [dead]);
  log.warn({ workers: dead.length }, 'jobs of a process that is gone are given back');
}
