import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Log } from '../log.ts';
import { listLivingJobs } from './queries.ts';
import { repeat } from './schedule.ts';
import { type RegisteredTask, type TaskName, task } from './task.ts';

/** Every five minutes; a time that passed while no server ran is made up for at the start. */
const LOOK = '*/5 * * * *';
const LOOK_MS = 5 * 60 * 1000;

/** Orders what stands still of one kind of work. */
export type Resume<DB> = (db: Kysely<DB>, log: Log) => Promise<void>;

/**
 * Orders work of a task again that is unfinished and has no job any more, because an outage outlasted all attempts. For work
 * that is known beyond its jobs, as by the state of a record. It has a key, so that it replaces a job whose next attempt is
 * hours away.
 */
export function resumable<Payload extends object, DB>(
  work: RegisteredTask<Payload>,
  {
    list,
    order,
  }: {
    /** What is unfinished, in all schools. */
    list: (db: Kysely<DB>) => Promise<readonly Payload[]>;
    order: (db: Kysely<DB>, payload: Payload) => Promise<unknown>;
  },
): Resume<DB> {
  const textOf = (payload: Payload) => JSON.stringify(work.schema.parse(payload));
  return async (db, log) => {
    // First the work, then the jobs: what ends in between is ordered once more and finds nothing to do.
    const unfinished = await list(db);
    if (unfinished.length === 0) return;
    const living = new Set((await listLivingJobs(db, work)).map(textOf));
    for (const payload of unfinished) {
      if (living.has(textOf(payload))) continue;
      log.warn({ task: work.name, work: payload }, 'work that stood still goes on');
      await order(db, payload);
    }
  };
}

/** The task that looks for what stands still, and when. */
export function resumeTask<DB>(name: TaskName, db: Kysely<DB>, kinds: readonly Resume<DB>[]) {
  const look = task(name, z.object({}), async (_, { log }) => {
    for (const resume of kinds) await resume(db, log);
  });
  return { look, schedule: repeat(look, LOOK, {}, { catchUpMs: LOOK_MS }) };
}
