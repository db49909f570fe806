import type { Kysely } from 'kysely';
import { appendAudit } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { removeUnusedChannels } from '../../channels/index.ts';
import { withdrawBatch } from '../../registration/index.ts';
import { endUnits, restoreMemberships } from '../../structure/index.ts';
import { listRegistering, removeLinks, removeUnused, setImported } from '../../users/index.ts';
import { statesOf, toRecorded } from '../apply.ts';
import { listChanges, type RunRow, updateRun } from '../queries.ts';
import type { Undone } from '../stored.ts';
import type { Undoing } from '../undo.ts';

/**
 * Takes made people back, in the caller's transaction: codes that nobody has used are withdrawn, accounts that nobody has
 * opened go. Whoever has opened theirs keeps it. Tells of everybody.
 */
export async function undoGenerated(
  db: Kysely<DB>,
  run: RunRow,
  { by, now, today, tell, unlinked }: Undoing,
): Promise<Undone[]> {
  const { school_id } = run;
  await withdrawBatch(db, school_id, run.uuid, now);
  const changes = await listChanges(db, run);
  const ids = changes.map(({ user_id }) => user_id);
  const people = await listRegistering(db, school_id, ids, today);
  const unopened = people.flatMap(({ id, is_pending }) => (is_pending ? [id] : []));
  const states = await statesOf(db, run, unopened);
  const links = changes.flatMap(({ user_id, after }) => (states.has(user_id) ? after.link_ids : []));
  await unlinked(db, school_id, await removeLinks(db, school_id, links), now);
  await restoreMemberships(db, school_id, unopened, []);
  const prepare = (gone: readonly number[]) => removeUnusedChannels(db, school_id, gone);
  const left = await removeUnused(db, school_id, unopened, prepare, tell);
  // Something else refers to them.
  const archived = left.flatMap((id) => states.get(id)?.account ?? []);
  await setImported(
    db,
    school_id,
    archived.map((account) => ({ ...account, deleted_at: now.toISOString() })),
  );
  const kept_count = people.length - unopened.length;
  if (kept_count + left.length === 0) await endUnits(db, 'grade', run.overview?.grade_ids ?? [], school_id, now);
  await updateRun(db, run, { state: 'UNDONE', progress: 100, undone_at: now.toISOString(), kept_count });
  await appendAudit(
    db,
    [...states].map(([id, state]) => ({
      school_id,
      origin: 'session' as const,
      user_id: by,
      now,
      action: 'user-import:audit.person' as const,
      entity: 'users',
      id,
      before: toRecorded(state),
      after: null,
    })),
  );
  const isUnopened = new Set(unopened);
  const isLeft = new Set(left);
  return people.map(({ id: user_id }): Undone => {
    if (!isUnopened.has(user_id)) return { user_id, fate: 'kept' };
    return { user_id, fate: isLeft.has(user_id) ? 'archived' : 'removed' };
  });
}
