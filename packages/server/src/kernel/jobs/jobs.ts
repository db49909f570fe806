import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { Client, Pool } from 'pg';
import type { Clock } from '../clock.ts';
import { toWorkConfig } from '../data/database-sessions.ts';
import type { Log } from '../log.ts';
import { toLogger } from './logger.ts';
import { toLoggedError } from './redact.ts';
import type { ScheduleEntry } from './schedule.ts';
import { type AnyTask, JOBS_SCHEMA } from './task.ts';
import { type JobOutcome, startWorker, type Worker } from './worker.ts';

export interface JobsOptions {
  readonly connectionString: string;
  readonly tasks: readonly AnyTask[];
  readonly schedule?: readonly ScheduleEntry[];
  readonly log: Log;
  readonly clock: Clock;
  /** Concurrent jobs in this process. */
  readonly concurrency?: number;
  /** How long `stop` waits for running jobs; their signal is aborted after three quarters of it. */
  readonly stopLimitMs?: number;
  /** Polling interval for jobs that become due later; the database announces new ones. */
  readonly pollMs?: number;
  /** Metrics. */
  readonly onJob?: (outcome: JobOutcome) => void;
}

export interface Jobs extends AsyncDisposable {
  /**
   * Takes no more jobs and lets the running ones finish within the limit; unfinished ones are released and run again by
   * this or another process.
   */
  stop(): Promise<void>;
}

const MIGRATION_LOCK = 0x6b726a64;
/** Within the ten seconds of D-4.03, leaving room for the rest of the shutdown. */
const STOP_LIMIT_MS = 6000;
const POLL_MS = 2000;
const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 15_000;

/**
 * Brings graphile-worker's own tables, in their own schema, to the state of the installed release: with the server's
 * migrations, before any job is added. Under a lock, as several processes may start at once.
 */
export async function migrateJobs(connectionString: string, log: Log): Promise<void> {
  const client = new Client(toWorkConfig(connectionString, 'kreide migrations'));
  client.on('error', () => {});
  await client.connect();
  const pgPool = new Pool({ ...toWorkConfig(connectionString, 'kreide migrations'), max: 1 });
  pgPool.on('error', () => {});
  pgPool.on('connect', (connected) => connected.on('error', () => {}));
  try {
    await client.query('select pg_advisory_lock($1, 0)', [MIGRATION_LOCK]);
    await runMigrations({ pgPool, schema: JOBS_SCHEMA, logger: toLogger(log) });
  } finally {
    await pgPool.end().catch(() => {});
    await client.end().catch(() => {});
  }
}

/**
 * Runs jobs until it is stopped; resumes after the database was unavailable. The database must be migrated
 * (`migrateJobs`).
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { log } = options;
  const settings = {
    schedule: [],
    concurrency: 2,
    stopLimitMs: STOP_LIMIT_MS,
    pollMs: POLL_MS,
    onJob: () => {},
    ...options,
  };
  const stopped = new AbortController();
  let worker: Worker = await startWorker(settings);
  const supervising = supervise();

  async function supervise(): Promise<void> {
    for (let wait = FIRST_RESTART_MS; ; ) {
      await worker.ended;
      if (stopped.signal.aborted) return;
      await pause(wait, undefined, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) return;
      try {
        await worker.stop();
        worker = await startWorker(settings);
        log.info('jobs: running again');
        wait = FIRST_RESTART_MS;
      } catch (error) {
        log.warn({ err: toLoggedError(error) }, 'jobs: cannot run again yet');
        wait = Math.min(wait * 2, LONGEST_RESTART_MS);
      }
    }
  }

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      stopped.abort();
      await worker.stop();
      await supervising;
      // A worker that was just starting when the first was stopped.
      await worker.stop();
    })();
    return stopping;
  };
  return { stop, [Symbol.asyncDispose]: stop };
}
