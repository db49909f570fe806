import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Runner, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import { toWorkConfig } from '../data/database-sessions.ts';
import { asWork } from '../data/work.ts';
import { type Log, reasonOf } from '../log.ts';
import { startLiveness } from './liveness.ts';
import { toLogger } from './logger.ts';
import { toLoggedError } from './redact.ts';
import { type ScheduleEntry, toCronItems } from './schedule.ts';
import { type AnyTask, JOBS_SCHEMA } from './task.ts';

export interface JobOutcome {
  readonly task: string;
  /** `given_up`: failed for the last time. */
  readonly outcome: 'done' | 'failed' | 'given_up';
  readonly seconds: number;
}

export interface WorkerOptions {
  readonly connectionString: string;
  readonly tasks: readonly AnyTask[];
  readonly schedule: readonly ScheduleEntry[];
  readonly log: Log;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly stopLimitMs: number;
  readonly pollMs: number;
  readonly onJob: (outcome: JobOutcome) => void;
}

export interface Worker {
  /** Resolves when the worker has ended, by `stop` or because it lost the database. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** How an abandoned job ends: it belongs to another process by now, and its result must not be written. */
const NEVER = new Promise<void>(() => {});
/**
 * How long after the end of a job of a queue the worker looks whether the queue has another, ms: the end is written after the worker has
 * looked for its next job, so that the queue was closed still, and nothing announces that it is open. Twice, as writing takes longer on
 * a busy machine; the poll comes last.
 */
const LOOKS_AFTER_END_MS = [30, 250];
/** Connections for LISTEN, liveness and results, in addition to the jobs. */
const OTHER_CONNECTIONS = 3;

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { connectionString, log, concurrency, stopLimitMs } = options;
  // Not the server's own pool: graphile-worker expects pg's default parsers.
  const pool = new Pool({
    ...toWorkConfig(connectionString, 'kreide jobs'),
    max: concurrency + OTHER_CONNECTIONS,
  });
  pool.on('error', (error) => log.warn(reasonOf(error), 'jobs: an idle database connection broke'));
  // The same for one that breaks while in use: its query fails too, and the caller handles that.
  pool.on('connect', (client) => client.on('error', () => {}));
  const cleanup = new AsyncDisposableStack();
  cleanup.defer(() => pool.end());
  try {
    const liveness = cleanup.adopt(await startLiveness(pool, log), (started) => started.stop());
    let isAbandoned = false;
    const events: WorkerEvents = new EventEmitter();
    const created = once(events, 'pool:create') as Promise<[{ workerPool: WorkerPool }]>;
    const runner = await run({
      pgPool: pool,
      schema: JOBS_SCHEMA,
      taskList: toTaskList(options, () => isAbandoned),
      parsedCronItems: toCronItems(options.schedule),
      concurrency,
      pollInterval: options.pollMs,
      noHandleSignals: true,
      // Without a delay nobody awaits the writing of results: a failure would end the process as an unhandled
      // rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      gracefulShutdownAbortTimeout: Math.round(stopLimitMs * 0.75),
      logger: toLogger(log),
      events,
    });
    const ended = runner.promise.catch((error: unknown) => {
      log.error({ err: toLoggedError(error) }, 'jobs: the worker ended');
    });
    let isStopping = false;
    // However it comes to its end: a worker that is gone cannot be asked to look.
    for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:release'] as const)
      events.on(end, () => {
        isStopping = true;
      });
    const look = () => {
      if (!isStopping) worker.nudge(1);
    };
    events.on('job:complete', ({ job }) => {
      if (job.job_queue_id !== null) for (const wait of LOOKS_AFTER_END_MS) setTimeout(look, wait).unref();
    });
    cleanup.defer(async () => {
      if (await finishWithin(runner, stopLimitMs)) return;
      isAbandoned = true;
      await abandon(worker, log);
    });
    const [{ workerPool: worker }] = await created;
    await liveness.announce(worker.id);
    return { ended, stop: () => cleanup.disposeAsync() };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** Did all running jobs end in time? */
async function finishWithin(runner: Runner, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  // A runner that has ended with an error refuses to stop: there is nothing to wait for.
  const finished = runner.stop().then(
    () => true,
    () => true,
  );
  const overdue = pause(limitMs, false, { signal: limit.signal }).catch(() => true);
  const isDone = await Promise.race([finished, overdue]);
  limit.abort();
  return isDone;
}

/** Releases the running jobs. Not runner.kill(): after a stop has begun it does nothing. */
async function abandon(worker: WorkerPool, log: Log): Promise<void> {
  log.warn('jobs: some did not finish in time and are given back');
  await Promise.resolve(worker.forcefulShutdown('not finished before the process ended')).catch((error: unknown) => {
    log.error({ err: toLoggedError(error) }, 'jobs: giving back failed');
  });
}

function toTaskList({ tasks, log: parentLog, clock, onJob }: WorkerOptions, isAbandoned: () => boolean): TaskList {
  const list: TaskList = {};
  for (const task of tasks) {
    if (list[task.name] !== undefined) throw new Error(`two tasks are named ${task.name}`);
    list[task.name] = asWork(async (payload, { job, abortSignal: signal }) => {
      const { id, attempts: attempt, max_attempts: attempts } = job;
      const isLastAttempt = attempt >= attempts;
      const log = parentLog.child({ task: task.name, job: id });
      const begun = performance.now();
      const tell = (outcome: JobOutcome['outcome']) =>
        onJob({ task: task.name, outcome, seconds: (performance.now() - begun) / 1000 });
      try {
        await task.run(payload, { now: () => clock.now(), log, signal, attempt, isLastAttempt });
        if (isAbandoned()) return await NEVER;
        tell('done');
      } catch (error) {
        if (isAbandoned()) return await NEVER;
        const err = toLoggedError(error);
        if (isLastAttempt) log.error({ err, attempt }, 'job given up');
        else log.warn({ err, attempt }, 'job failed and will be tried again');
        tell(isLastAttempt ? 'given_up' : 'failed');
        // The table of jobs stores this text.
        throw new Error(err.message);
      }
    });
  }
  return list;
}
