import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { task } from '../../kernel/jobs/index.ts';
import { getSchool } from '../schools/index.ts';
import type { Unlinked } from '../users/index.ts';
import { undoGenerated } from './generate/undo-generated.ts';
import { findRun, type RunKey, type RunRow, updateRun } from './queries.ts';
import { UNDOING_JOB } from './run-jobs.ts';
import type { Undone } from './stored.ts';
import { type Undoing, undoRun } from './undo.ts';

export interface UndoParts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  /** Called after people came into other grades. */
  readonly planChanged: (schoolId: number) => void;
  readonly unlinked: Unlinked;
}

/** Takes a run of any kind back, in the caller's transaction; tells of everybody. */
export async function undoAny(trx: Kysely<DB>, run: RunRow, undoing: Omit<Undoing, 'today'>): Promise<Undone[]> {
  const { time_zone } = await getSchool(trx, run.school_id);
  const whole = { ...undoing, today: toLocal(undoing.now, time_zone).date };
  return run.kind === 'generated' ? undoGenerated(trx, run, whole) : undoRun(trx, run, whole);
}

/**
 * Takes a run back as it was ordered: in one transaction, so that whatever ends this process leaves everybody as they were,
 * and the next attempt begins anew. How far it is stands beside that transaction and is seen at once.
 */
export async function finishUndo({ kysely, clock, planChanged, unlinked }: UndoParts, key: RunKey): Promise<void> {
  const run = await findRun(kysely, key);
  if (run?.state !== 'UNDOING') return;
  const tell = async (share: number) => {
    await updateRun(kysely, run, { progress: Math.min(99, Math.floor(share * 100)) }, ['UNDOING']);
  };
  await kysely
    .transaction()
    .execute((trx) => undoAny(trx, run, { by: run.undone_by, now: clock.now(), tell, unlinked }));
  planChanged(run.school_id);
}

/** The background job that takes back. */
export function undoTask(parts: UndoParts) {
  return task(UNDOING_JOB.name, UNDOING_JOB.schema, async ({ school_id, import_id }) =>
    finishUndo(parts, { school_id, id: import_id }),
  );
}
