import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/database.generated.ts';
import { enqueue, repeat, task } from '../../kernel/jobs/index.ts';
import type { processTask } from './process.ts';
import { listUnfinished, type RunKey } from './queries.ts';
import { livingNow, READING_JOB, SAVING_JOB } from './run-jobs.ts';
import type { saveTask } from './save.ts';

type SaveTask = ReturnType<typeof saveTask>;
type ReadTask = ReturnType<typeof processTask>;

/** Every five minutes; a time that passed while no server ran is made up for at the start. */
const LOOK = '*/5 * * * *';
const LOOK_MS = 5 * 60 * 1000;

/**
 * Orders a job for a run. It has a key, so that ordering it again replaces a job that waits for an attempt hours away and
 * never adds a second one beside it. One that was given up stays behind, until it is tidied away.
 */
async function order(db: Kysely<DB>, job: SaveTask | ReadTask, { school_id, id }: RunKey): Promise<void> {
  const key = `${job.name}:${school_id}:${id}`;
  await enqueue(db, job, { school_id, import_id: id }, { queue: `user-import:${school_id}`, key });
}
export const orderReading = (db: Kysely<DB>, read: ReadTask, run: RunKey): Promise<void> => order(db, read, run);
export const orderSaving = (db: Kysely<DB>, save: SaveTask, run: RunKey): Promise<void> => order(db, save, run);

/** Lets every run that stands still go on: reading, of which nothing is left but its files, and saving. */
export function resumeTask(kysely: Kysely<DB>, { read, save }: { read: ReadTask; save: SaveTask }) {
  const look = task('user-import:resume', z.object({}), async (_, { log }) => {
    // First the runs, then the jobs: one that ends in between is ordered once more and finds nothing to do.
    const runs = await listUnfinished(kysely);
    if (runs.length === 0) return;
    const isReadNow = await livingNow(kysely, READING_JOB);
    const isSavedNow = await livingNow(kysely, SAVING_JOB);
    for (const run of runs) {
      const isSaving = run.state === 'SAVING';
      if (isSaving ? isSavedNow(run) : isReadNow(run)) continue;
      log.warn({ school: run.school_id, import: run.id, state: run.state }, 'an import that stood still goes on');
      await order(kysely, isSaving ? save : read, run);
    }
  });
  return { look, schedule: repeat(look, LOOK, {}, { catchUpMs: LOOK_MS }) };
}
