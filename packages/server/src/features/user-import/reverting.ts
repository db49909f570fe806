import type { BulkRevertPreview } from '@kreide/core/features/user-import';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { namesOf } from '../users/index.ts';
import { requireComparing } from './open-run.ts';
import { findRun, findTrial, lockRun, newestRun, newestSaved, type RunRow, updateRun } from './queries.ts';
import { livingNow, TRIAL_JOB } from './run-jobs.ts';

interface Reverting {
  readonly id: number;
  readonly actor: Actor;
}

/** A run that can be taken back now. */
async function savedRun(db: Kysely<DB>, { id, actor }: Reverting, isLocked: boolean): Promise<RunRow> {
  const run = await (isLocked ? lockRun : findRun)(db, { school_id: actor.school_id, id });
  if (!run?.saved_at) throw new ApiError({ code: 'not_found' });
  requireComparing(run, actor);
  if (run.state === 'UNDOING') throw new ApiError({ code: 'import_busy' });
  if (run.state !== 'SAVED') throw new ApiError({ code: 'already_undone' });
  if (run.kind !== 'generated' && (await newestSaved(db, actor.school_id)) !== run.id)
    throw new ApiError({ code: 'superseded' });
  return run;
}

/** The same, and nobody else changes it until the transaction ends. */
async function openSaved(trx: Kysely<DB>, reverting: Reverting): Promise<RunRow> {
  // Whoever saves locks the newest one too: one of both goes first, and the other sees it.
  await newestRun(trx, reverting.actor.school_id, true);
  return savedRun(trx, reverting, true);
}

/** Says that a run is to be taken back; a second call finds it begun. */
export async function beginRevert(trx: Kysely<DB>, reverting: Reverting): Promise<RunRow> {
  const run = await openSaved(trx, reverting);
  await updateRun(trx, run, {
    state: 'UNDOING',
    progress: 0,
    undone_by: reverting.actor.user_id,
    trial_progress: null,
    trial: null,
  });
  return run;
}

/** Says that it is to be tried out what that would do; what an earlier trial told is forgotten. */
export async function beginTrial(trx: Kysely<DB>, reverting: Reverting): Promise<RunRow> {
  const run = await openSaved(trx, reverting);
  await updateRun(trx, run, { trial_progress: 0, trial: null });
  return run;
}

/** How far trying it out is, or what it told. */
export async function showTrial(db: Kysely<DB>, reverting: Reverting): Promise<BulkRevertPreview> {
  const run = await savedRun(db, reverting, false);
  const trial = await findTrial(db, run);
  if (!trial) throw new ApiError({ code: 'not_found' });
  const { progress, people } = trial;
  if (people === null) {
    const isLiving = (await livingNow(db, TRIAL_JOB))(run);
    // It may have come to its end between the two looks.
    const now = isLiving ? trial : await findTrial(db, run);
    if (now?.people == null) return { progress, is_stalled: isLiving ? 0 : 1, people: null };
    return showTrial(db, reverting);
  }
  const names = await namesOf(
    db,
    run.school_id,
    people.map(({ user_id }) => user_id),
  );
  const named = people.map(({ user_id: id, fate }) => ({ id, name: names.get(id) ?? `#${id}`, fate }));
  return {
    progress,
    is_stalled: 0,
    people: named.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id),
  };
}
