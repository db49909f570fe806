import type { ImportRun } from '@kreide/core/features/user-import';
import { ApiError, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { countBatches } from '../registration/index.ts';
import { findWithheld, planRun, storePlan } from './planning.ts';
import { getRun, listLinesOf, newestRun, newestSaved, type RunRow } from './queries.ts';
import { isStalled } from './run-jobs.ts';
import { toRun } from './words.ts';

/** The server is at it. */
const BUSY: readonly RunRow['state'][] = ['QUEUED', 'PROCESSING', 'SAVING', 'UNDOING'];

/** Refuses a school that is not that of the session. */
export function requireOwn(params: { id: number }, actor: Actor): void {
  if (params.id !== actor.school_id) throw new ApiError({ code: 'not_found' });
}

/** A run as it is sent. */
export async function show(db: Kysely<DB>, run: RunRow, t: Translate, now: Date): Promise<ImportRun> {
  const stalled = await isStalled(db, run);
  if (run.kind === 'generated')
    return toRun(run, t, null, (await countBatches(db, run.school_id, [run.uuid], now)).get(run.uuid), stalled);
  return toRun(run, t, run.state === 'SAVED' ? await newestSaved(db, run.school_id) : null, null, stalled);
}

/** The change of a school year is for those alone who may change it (T-6.26). */
export function requireComparing({ comparison }: Pick<RunRow, 'comparison'>, { permissions }: Actor): void {
  if (comparison !== null && !permissions.has('change-schoolyear')) throw new ApiError({ code: 'forbidden' });
}

/** The run that waits for somebody's word, locked. */
export async function openRun(
  db: Kysely<DB>,
  actor: Actor,
  states: readonly RunRow['state'][] = ['READY'],
): Promise<RunRow> {
  const run = await newestRun(db, actor.school_id, true);
  if (!run) throw new ApiError({ code: 'not_found' });
  requireComparing(run, actor);
  if (!states.includes(run.state))
    throw new ApiError({ code: BUSY.includes(run.state) ? 'import_busy' : 'import_not_open' });
  return run;
}

/** Refuses a decision about people of the file, or of the school, that administrators alone make. */
export async function requireDeciding(
  db: Kysely<DB>,
  run: RunRow,
  { actor, now }: { actor: Actor; now: Date },
  { keys = [], user_ids = [] }: { keys?: readonly string[]; user_ids?: readonly number[] },
): Promise<void> {
  const withheld = await findWithheld(db, run, actor, now);
  if (withheld.size === 0) return;
  const lines = await listLinesOf(db, run, keys);
  const concerned = lines.flatMap(({ user_id, line }) => [user_id, ...line.candidates.map(({ id }) => id)]);
  if ([...user_ids, ...concerned].some((id) => id !== null && withheld.has(id)))
    throw new ApiError({ code: 'forbidden' });
}

/** Plans a run anew after somebody decided something about it. */
export async function replan(db: Kysely<DB>, run: RunRow, now: Date, t: Translate): Promise<{ data: ImportRun }> {
  const planned = run.state === 'READY' ? await planRun(db, await getRun(db, run), now) : null;
  if (planned) await storePlan(db, run, planned);
  return { data: await show(db, await getRun(db, run), t, now) };
}
