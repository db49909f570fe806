import type { BulkRevertPreview } from '@kreide/core/features/user-import';
import { ApiError, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { tryOut } from '../../kernel/data/try-out.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { namesOf } from '../users/index.ts';
import { undoGenerated } from './generate/undo-generated.ts';
import { requireComparing } from './open-run.ts';
import { listChanges, lockRun, newestSaved, type RunRow } from './queries.ts';
import { type Undone, undoRun } from './undo.ts';

interface Reverting {
  readonly id: number;
  readonly actor: Actor;
  readonly now: Date;
}

/** A run that can be taken back now, locked. */
async function openSaved(trx: Kysely<DB>, { id, actor }: Reverting): Promise<RunRow> {
  // One after the other: a second call finds it undone.
  const run = await lockRun(trx, { school_id: actor.school_id, id });
  if (!run?.saved_at) throw new ApiError({ code: 'not_found' });
  requireComparing(run, actor);
  if (run.state !== 'SAVED') throw new ApiError({ code: 'wrong_state' });
  if (run.kind !== 'generated' && (await newestSaved(trx, actor.school_id)) !== run.id)
    throw new ApiError({ code: 'superseded' });
  return run;
}

async function undo(trx: Kysely<DB>, run: RunRow, { actor, now }: Reverting): Promise<Undone[]> {
  const { user_id: by, time_zone } = actor;
  if (run.kind !== 'generated') return undoRun(trx, run, by, now);
  return undoGenerated(trx, run, { by, now, today: toLocal(now, time_zone).date });
}

/** Takes a run back, in the caller's transaction. */
export async function revertRun(trx: Kysely<DB>, reverting: Reverting): Promise<RunRow> {
  const run = await openSaved(trx, reverting);
  await undo(trx, run, reverting);
  return run;
}

/** What that would do now; nothing is changed. */
export async function previewRevert(db: Kysely<DB>, reverting: Reverting): Promise<BulkRevertPreview> {
  return tryOut(db, async (trx) => {
    const run = await openSaved(trx, reverting);
    const ids = (await listChanges(trx, run)).map(({ user_id }) => user_id);
    // Before it, since some are gone after it.
    const names = await namesOf(trx, run.school_id, ids);
    const people = (await undo(trx, run, reverting)).map(({ user_id: id, fate }) => ({
      id,
      name: names.get(id) ?? `#${id}`,
      fate,
    }));
    return { people: people.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id) };
  });
}
