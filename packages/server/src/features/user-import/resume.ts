import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { enqueue, resumable, resumeTask } from '../../kernel/jobs/index.ts';
import type { processTask } from './process.ts';
import { listTrials, listUnfinished, type RunKey } from './queries.ts';
import type { saveTask } from './save.ts';
import type { trialTask } from './trial.ts';
import type { undoTask } from './undoing.ts';

type SaveTask = ReturnType<typeof saveTask>;
type ReadTask = ReturnType<typeof processTask>;
type UndoTask = ReturnType<typeof undoTask>;
type TrialTask = ReturnType<typeof trialTask>;
type RunTask = SaveTask | ReadTask | UndoTask | TrialTask;

/**
 * Orders a job for a run. It has a key, so that ordering it again replaces a job that waits for an attempt hours away and
 * never adds a second one beside it. One that was given up stays behind, until it is tidied away.
 */
async function order(db: Kysely<DB>, job: RunTask, { school_id, id }: RunKey): Promise<void> {
  const key = `${job.name}:${school_id}:${id}`;
  await enqueue(db, job, { school_id, import_id: id }, { queue: `user-import:${school_id}`, key });
}
export const orderReading = (db: Kysely<DB>, read: ReadTask, run: RunKey): Promise<void> => order(db, read, run);
export const orderSaving = (db: Kysely<DB>, save: SaveTask, run: RunKey): Promise<void> => order(db, save, run);
export const orderUndoing = (db: Kysely<DB>, undo: UndoTask, run: RunKey): Promise<void> => order(db, undo, run);
export const orderTrial = (db: Kysely<DB>, trial: TrialTask, run: RunKey): Promise<void> => order(db, trial, run);

/** Lets every run that stands still go on: reading, of which nothing is left but its files, saving, taking back and trying that out. */
export function resumeRuns(
  kysely: Kysely<DB>,
  { read, save, undo, trial }: { read: ReadTask; save: SaveTask; undo: UndoTask; trial: TrialTask },
) {
  const kind = (job: RunTask, find: (db: Kysely<DB>) => Promise<RunKey[]>) =>
    resumable(job, {
      list: async (db: Kysely<DB>) =>
        (await find(db)).map(({ school_id, id: import_id }) => ({ school_id, import_id })),
      order: (db, { school_id, import_id: id }) => order(db, job, { school_id, id }),
    });
  return resumeTask('user-import:resume', kysely, [
    kind(read, (db) => listUnfinished(db, ['QUEUED', 'PROCESSING'])),
    kind(save, (db) => listUnfinished(db, ['SAVING'])),
    kind(undo, (db) => listUnfinished(db, ['UNDOING'])),
    kind(trial, listTrials),
  ]);
}
