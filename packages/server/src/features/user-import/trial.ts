import { toJsonText } from '../../kernel/data/json.ts';
import { tryOut } from '../../kernel/data/try-out.ts';
import { task } from '../../kernel/jobs/index.ts';
import { findRun, findTrial, type RunKey, updateRun } from './queries.ts';
import { TRIAL_JOB } from './run-jobs.ts';
import { type UndoParts, undoAny } from './undoing.ts';

type TrialParts = Pick<UndoParts, 'kysely' | 'clock' | 'unlinked'>;

/**
 * Tries out what taking a run back would do: the undo itself, never committed. How far it is stands beside that transaction
 * and is seen at once. Whom it concerns is kept by number alone, so that no name outlives its account here.
 */
async function tryRevert({ kysely, clock, unlinked }: TrialParts, key: RunKey): Promise<void> {
  const run = await findRun(kysely, key);
  const asked = await findTrial(kysely, key);
  if (!run || !asked || asked.people !== null) return;
  // Whoever asks is told by the state of the run that it was taken back, or is about to be.
  if (run.state !== 'SAVED') return void (await updateRun(kysely, run, { trial_progress: null }));
  const tell = async (share: number) => {
    await updateRun(kysely, run, { trial_progress: Math.min(99, Math.floor(share * 100)) }, ['SAVED']);
  };
  const undone = await tryOut(kysely, (trx) => undoAny(trx, run, { by: null, now: clock.now(), tell, unlinked }));
  await updateRun(kysely, run, { trial_progress: 100, trial: toJsonText(undone) }, ['SAVED']);
}

/** The background job that tries out. */
export function trialTask(parts: TrialParts) {
  return task(TRIAL_JOB.name, TRIAL_JOB.schema, async ({ school_id, import_id }) =>
    tryRevert(parts, { school_id, id: import_id }),
  );
}
