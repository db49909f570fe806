import type { ProposalSettings } from '@kreide/core/features/planner';
import { type Kysely, sql, type Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { VersionKey } from '../stored.ts';

/** Proposals with the versions that they were made from and became. */
function proposalsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('planner_proposals')
    .innerJoin('planner_versions as base', (join) =>
      join
        .onRef('base.school_id', '=', 'planner_proposals.school_id')
        .onRef('base.id', '=', 'planner_proposals.planner_version_id'),
    )
    .leftJoin('planner_versions as result', (join) =>
      join
        .onRef('result.school_id', '=', 'planner_proposals.school_id')
        .onRef('result.id', '=', 'planner_proposals.result_version_id')
        .on('result.deleted_at', 'is', null),
    )
    .selectAll('planner_proposals')
    .select([
      'base.uuid as base_uuid',
      'base.number as base_number',
      'base.revision as revision',
      'result.id as result_id',
      'result.uuid as result_uuid',
      'result.number as result_number',
    ])
    .where('planner_proposals.school_id', '=', schoolId)
    .where('base.deleted_at', 'is', null);
}

export type ProposalRow = Awaited<ReturnType<typeof listProposals>>[number];

/** The newest proposals of a version. */
export function listProposals(db: Kysely<DB>, { school_id, id }: VersionKey, most: number) {
  return proposalsOf(db, school_id)
    .where('planner_proposals.planner_version_id', '=', id)
    .orderBy('planner_proposals.id', 'desc')
    .limit(most)
    .execute();
}

export function findProposal(db: Kysely<DB>, { school_id, id }: VersionKey): Promise<ProposalRow | undefined> {
  return proposalsOf(db, school_id).where('planner_proposals.id', '=', id).executeTakeFirst();
}

/** Stores what was asked for; null: the school computes a plan already. */
export async function insertProposal(
  db: Kysely<DB>,
  version: VersionKey & { revision: number },
  { settings, created_by, created_at }: { settings: ProposalSettings; created_by: number; created_at: string },
): Promise<number | null> {
  const row = await db
    .insertInto('planner_proposals')
    .values({
      school_id: version.school_id,
      planner_version_id: version.id,
      base_revision: version.revision,
      settings: toJsonText(settings),
      state: 'WAITING',
      created_by,
      created_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Changes a proposal that is not over; false: it is. */
export async function updateProposal(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  values: Updateable<DB['planner_proposals']>,
): Promise<boolean> {
  const result = await db
    .updateTable('planner_proposals')
    .set(values)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Asks a search to end and to keep what it has; what waits still has found nothing that could be kept. The state is that of
 * this statement: a search may begin in the same moment. False: it is over.
 */
export async function askToStop(db: Kysely<DB>, { school_id, id }: VersionKey, at: string): Promise<boolean> {
  const result = await db
    .updateTable('planner_proposals')
    .set({
      stop_requested_at: at,
      state: sql<'FAILED' | 'RUNNING'>`case when state = 'WAITING' then 'FAILED' else state end`,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends what was begun before a moment and never came to an end: its server is gone, and the school may try again. */
export async function endLost(db: Kysely<DB>, schoolId: number, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('planner_proposals')
    .set({ state: 'FAILED', ended_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .where('created_at', '<', before.toISOString())
    .execute();
}

/** Has somebody asked to end the search? */
export async function isStopWanted(db: Kysely<DB>, { school_id, id }: VersionKey): Promise<boolean> {
  const { rows } = await sql<{ is_stopped: boolean }>`select stop_requested_at is not null as is_stopped
    from planner_proposals where school_id = ${school_id} and id = ${id}`.execute(db);
  return rows[0]?.is_stopped ?? true;
}
