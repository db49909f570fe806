import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/database.generated.ts';
import { enqueue, repeat, task } from '../../kernel/jobs/index.ts';
import { listSaving, type RunKey } from './queries.ts';
import type { saveTask } from './save.ts';
import { savedNow } from './saving-job.ts';

type SaveTask = ReturnType<typeof saveTask>;

/** Every five minutes; a time that passed while no server ran is made up for at the start. */
const LOOK = '*/5 * * * *';
const LOOK_MS = 5 * 60 * 1000;

/**
 * Orders the saving of a run. It has a key, so that ordering it again replaces a job that waits for an attempt hours away and
 * never adds a second one beside it. One that was given up stays behind, until it is tidied away.
 */
export async function orderSaving(db: Kysely<DB>, save: SaveTask, { school_id, id }: RunKey): Promise<void> {
  const key = `user-import:save:${school_id}:${id}`;
  await enqueue(db, save, { school_id, import_id: id }, { queue: `user-import:${school_id}`, key });
}

/** Lets every run that stands still go on. */
export function resumeTask(kysely: Kysely<DB>, save: SaveTask) {
  const look = task('user-import:resume', z.object({}), async (_, { log }) => {
    // First the runs, then the jobs: one that ends in between is ordered once more and finds nothing to do.
    const saving = await listSaving(kysely);
    if (saving.length === 0) return;
    const isSavedNow = await savedNow(kysely);
    for (const run of saving) {
      if (isSavedNow(run)) continue;
      log.warn({ school: run.school_id, import: run.id }, 'an import that stood still goes on');
      await orderSaving(kysely, save, run);
    }
  });
  return { look, schedule: repeat(look, LOOK, {}, { catchUpMs: LOOK_MS }) };
}
