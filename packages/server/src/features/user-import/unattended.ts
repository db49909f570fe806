import type { RunCounts } from '@kreide/core/features/user-import';
import type { Kysely } from 'kysely';
import { type AuditEntry, appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { own } from '../../kernel/files/index.ts';
import { type AskedImport, type BeginParts, DROPPABLE, DROPPED, storeLists, toUuids } from './begin.ts';
import { endEntities } from './entities.ts';
import { planRun, storePlan } from './planning.ts';
import {
  createRun,
  isTakenBack,
  isUndoing,
  lockRun,
  newestRun,
  type RunKey,
  type RunRow,
  updateRun,
} from './queries.ts';
import { orderReading, orderSaving } from './resume.ts';
import type { saveTask } from './save.ts';

/** What is in the way: somebody has an import open, or one is being saved or taken back. A list that nobody could read is not. */
const isInTheWay = (run: RunRow) =>
  run.state === 'SAVING' ||
  run.state === 'UNDOING' ||
  (run.state !== 'FAILED' && DROPPABLE.includes(run.state) && !(run.is_unattended && isUntouched(run)));

/** Has nobody decided anything yet? */
const isUntouched = ({ decisions, kept_ids, removed_ids, settled_ids, keeps_parents, entities }: RunRow) =>
  [decisions, kept_ids, removed_ids, settled_ids, entities].every((said) => Object.keys(said).length === 0) &&
  keeps_parents;

/** Would an import that nobody looks at be in somebody's way now? */
export async function hasOpenRun(db: Kysely<DB>, schoolId: number): Promise<boolean> {
  const newest = await newestRun(db, schoolId);
  return (newest !== undefined && isInTheWay(newest)) || isUndoing(db, schoolId);
}

interface Beginning extends Pick<AskedImport, 'lists' | 'profile' | 'source'> {
  readonly school_id: number;
  readonly action: AuditEntry['action'];
  readonly now: Date;
}

/**
 * Takes lists for an import that nobody has asked for; a former one of its kind of which nobody has said anything is dropped. Null: somebody
 * has an import open, which stays.
 */
export async function beginUnattended(
  { kysely, store, process }: BeginParts,
  { school_id, lists, profile, source, action, now }: Beginning,
): Promise<number | null> {
  const files = await storeLists({ kysely, store }, lists, now);
  const id = await kysely.transaction().execute(async (trx) => {
    const open = await newestRun(trx, school_id, true);
    if ((open && isInTheWay(open)) || (await isUndoing(trx, school_id))) return null;
    if (open && (await updateRun(trx, open, DROPPED, DROPPABLE))) await endEntities(trx, open, now);
    await own(trx, toUuids(files));
    const run = await createRun(trx, {
      school_id,
      source,
      profile: toJsonText(profile),
      files: toJsonText(files),
      is_unattended: true,
      created_at: now.toISOString(),
    });
    const after = { source, files: lists.map(({ name }) => name) };
    await appendAudit(trx, [{ school_id, origin: 'system', action, entity: 'user_imports', id: run, now, after }]);
    await orderReading(trx, process, { school_id, id: run });
    return run;
  });
  if (id === null) for (const { file_uuid } of files) await store.remove(file_uuid);
  return id;
}

/** What saving an import by itself depends on. */
export interface UnattendedFacts {
  readonly counts: RunCounts;
  /** New classes that may be a slip of the pen. */
  readonly doubtful_classes: number;
  /** The office has numbered its people anew. */
  readonly is_renumbered: boolean;
  /** Somebody has taken the last one of this source back. */
  readonly is_taken_back: boolean;
}

/** `working`: ask again later; `over`: somebody has dropped, replaced or saved it. */
export type Settled<Question> =
  | { readonly state: 'working' | 'over' | 'unreadable' }
  | { readonly state: 'waits'; readonly question: Question; readonly counts: RunCounts }
  | { readonly state: 'saved' | 'unchanged'; readonly counts: RunCounts };

interface Settling<Question> {
  readonly now: Date;
  readonly action: AuditEntry['action'];
  /** Why somebody has to look at it first; null: nothing is to be asked. */
  readonly ask: (facts: UnattendedFacts) => Question | null;
}

/** Saves what was read where nothing is to be asked, and archives nobody; otherwise it waits for somebody as an upload does. In the caller's transaction. */
export async function settleUnattended<Question>(
  trx: Kysely<DB>,
  save: ReturnType<typeof saveTask>,
  key: RunKey,
  { now, action, ask }: Settling<Question>,
): Promise<Settled<Question>> {
  const run = await lockRun(trx, key);
  if (run?.state === 'QUEUED' || run?.state === 'PROCESSING') return { state: 'working' };
  if (run?.state === 'FAILED') return { state: 'unreadable' };
  if (run?.state !== 'READY') return { state: 'over' };
  if (await isUndoing(trx, key.school_id)) return { state: 'working' };
  const planned = await planRun(trx, run, now);
  if (planned === null) return { state: 'over' };
  const { counts, doubtful_classes = [], renumbered } = planned.overview;
  if (planned.revision !== run.revision) await storePlan(trx, run, planned);
  const question = ask({
    counts,
    doubtful_classes: doubtful_classes.length,
    is_renumbered: Boolean(renumbered),
    is_taken_back: await isTakenBack(trx, key.school_id, run.source),
  });
  // Whoever has begun to decide goes on.
  if (question !== null || !isUntouched(run))
    return question === null ? { state: 'over' } : { state: 'waits', question, counts };
  if (counts.new + counts.changed === 0) {
    await updateRun(trx, run, DROPPED);
    return { state: 'unchanged', counts };
  }
  await updateRun(trx, run, { state: 'SAVING', progress: 0, archives_missing: false });
  const entry = { school_id: key.school_id, origin: 'system', entity: 'user_imports', id: run.id, now } as const;
  await appendAudit(trx, [{ ...entry, action, after: { ...counts, archive_missing: false } }]);
  await orderSaving(trx, save, run);
  return { state: 'saved', counts };
}
