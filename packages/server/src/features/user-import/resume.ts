import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { enqueue, resumable, resumeTask } from '../../kernel/jobs/index.ts';
import type { processTask } from './process.ts';
import { listUnfinished, type RunKey } from './queries.ts';
import type { saveTask } from './save.ts';
import type { undoTask } from './undoing.ts';

type SaveTask = ReturnType<typeof saveTask>;
type ReadTask = ReturnType<typeof processTask>;
type UndoTask = ReturnType<typeof undoTask>;
type RunTask = SaveTask | ReadTask | UndoTask;

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

/** Lets every run that stands still go on: reading, of which nothing is left but its files, saving and taking back. */
export function resumeRuns(
  kysely: Kysely<DB>,
  { read, save, undo }: { read: ReadTask; save: SaveTask; undo: UndoTask },
) {
  const kind = (job: RunTask, states: Parameters<typeof listUnfinished>[1]) =>
    resumable(job, {
      list: async (db: Kysely<DB>) =>
        (await listUnfinished(db, states)).map(({ school_id, id: import_id }) => ({ school_id, import_id })),
      order: (db, { school_id, import_id: id }) => order(db, job, { school_id, id }),
    });
  return resumeTask('user-import:resume', kysely, [
    kind(read, ['QUEUED', 'PROCESSING']),
    kind(save, ['SAVING']),
    kind(undo, ['UNDOING']),
  ]);
}
