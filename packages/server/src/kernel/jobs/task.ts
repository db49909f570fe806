import { type Kysely, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Log } from '../log.ts';

/** Name of a task, `<feature>:<verb>`, lower case. */
export type TaskName = `${string}:${string}`;

export interface TaskContext {
  /** The server's clock, not the machine's. */
  readonly now: () => Date;
  /** Carries task and job id. */
  readonly log: Log;
  /** Aborted when the process is about to end and the job should stop; the next process runs it again. */
  readonly signal: AbortSignal;
  /** 1 for the first. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
}

/**
 * A kind of background work, run at least once: the handler may run again after a crash and must tolerate it.
 * Progress is kept in the feature's own tables.
 */
export interface Task<Payload> {
  readonly name: TaskName;
  readonly schema: z.ZodMiniType<Payload>;
  readonly handler: (payload: Payload, context: TaskContext) => Promise<void>;
  readonly attempts: number;
}

/** A task with any payload: the element type of lists. */
export interface AnyTask {
  readonly name: TaskName;
  readonly attempts: number;
  run(payload: unknown, context: TaskContext): Promise<void>;
}

export type RegisteredTask<Payload> = Task<Payload> & AnyTask;

/** Schema of the job tables; graphile-worker owns everything in it. */
export const JOBS_SCHEMA = 'graphile_worker';
/** With graphile-worker's growing delays (e^n s) the tenth attempt comes after some six hours. */
const ATTEMPTS = 10;

/**
 * Declares a task. The payload is checked when the job runs, so that one written by an older release fails readably.
 */
export function task<Payload>(
  name: TaskName,
  schema: z.ZodMiniType<Payload>,
  handler: (payload: Payload, context: TaskContext) => Promise<void>,
  { attempts = ATTEMPTS }: { attempts?: number } = {},
): RegisteredTask<Payload> {
  if (!/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/.test(name)) throw new Error(`task name ${name}`);
  return {
    name,
    schema,
    handler,
    attempts,
    run: async (payload, context) => handler(schema.parse(withoutCron(payload)), context),
  };
}

export interface EnqueueOptions {
  /** Jobs of one queue run one after the other. Few different names: `school-12`, never an id of a record. */
  readonly queue?: string;
  /** Minimum delay, ms. A duration and not a time: jobs run by the clock of the database, not the server's. */
  readonly delayMs?: number;
  /** Replaces a job with the same key that has not started yet. */
  readonly key?: string;
  /** Smaller runs first; the default is 0. */
  readonly priority?: number;
}

/** Adds a job. Within a transaction it exists if and only if that commits. Returns the job's id. */
export async function enqueue<Payload, DB>(
  queries: Kysely<DB>,
  ordered: Task<Payload>,
  payload: NoInfer<Payload>,
  options: EnqueueOptions = {},
): Promise<string> {
  const { queue = null, delayMs = 0, key = null, priority = null } = options;
  const { rows } = await sql<{ id: string }>`
    select id::text from ${sql.id(JOBS_SCHEMA, 'add_job')}(
      ${ordered.name}, payload := ${JSON.stringify(payload)}::json, queue_name := ${queue},
      run_at := now() + ${Math.max(0, delayMs)} * interval '1 millisecond', max_attempts := ${ordered.attempts}::int, job_key := ${key},
      priority := ${priority}::int)`.execute(queries);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`job ${ordered.name} was not taken`);
  return id;
}

/** Scheduled jobs carry the time they stand for beside their payload. */
function withoutCron(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return payload;
  const { _cron, ...rest } = payload;
  return rest;
}
