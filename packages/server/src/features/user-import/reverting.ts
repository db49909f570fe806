import type { BulkRevertPreview } from '@kreide/core/features/user-import';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { tryOut } from '../../kernel/data/try-out.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { namesOf } from '../users/index.ts';
import { requireComparing } from './open-run.ts';
import { listChanges, lockRun, newestRun, newestSaved, type RunRow, updateRun } from './queries.ts';
import { undoAny } from './undoing.ts';

interface Reverting {
  readonly id: number;
  readonly actor: Actor;
}

/** A run that can be taken back now, locked. */
async function openSaved(trx: Kysely<DB>, { id, actor }: Reverting): Promise<RunRow> {
  // Whoever saves locks the newest one too: one of both goes first, and the other sees it.
  await newestRun(trx, actor.school_id, true);
  const run = await lockRun(trx, { school_id: actor.school_id, id });
  if (!run?.saved_at) throw new ApiError({ code: 'not_found' });
  requireComparing(run, actor);
  if (run.state === 'UNDOING') throw new ApiError({ code: 'import_busy' });
  if (run.state !== 'SAVED') throw new ApiError({ code: 'already_undone' });
  if (run.kind !== 'generated' && (await newestSaved(trx, actor.school_id)) !== run.id)
    throw new ApiError({ code: 'superseded' });
  return run;
}

/** Says that a run is to be taken back; a second call finds it begun. */
export async function beginRevert(trx: Kysely<DB>, reverting: Reverting): Promise<RunRow> {
  const run = await openSaved(trx, reverting);
  await updateRun(trx, run, { state: 'UNDOING', progress: 0, undone_by: reverting.actor.user_id });
  return run;
}

/** The present effect of taking back; changes nothing. */
export async function previewRevert(db: Kysely<DB>, reverting: Reverting & { now: Date }): Promise<BulkRevertPreview> {
  const { actor, now } = reverting;
  return tryOut(db, async (trx) => {
    const run = await openSaved(trx, reverting);
    const ids = (await listChanges(trx, run)).map(({ user_id }) => user_id);
    // Before it, since some are gone after it.
    const names = await namesOf(trx, run.school_id, ids);
    const undone = await undoAny(trx, run, { by: actor.user_id, now, tell: async () => {} });
    const people = undone.map(({ user_id: id, fate }) => ({ id, name: names.get(id) ?? `#${id}`, fate }));
    return { people: people.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id) };
  });
}
