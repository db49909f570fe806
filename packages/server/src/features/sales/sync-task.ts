import type { LeadSource, LeadSync, SyncReason } from '@kreide/core/features/sales';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, listLivingJobs, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { readOwnLeads } from './own-sources.ts';
import { type FoundLead, listBrands, mergeLeads } from './queries/leads.ts';
import { findSync, type SyncRow, updateSync } from './queries/syncs.ts';
import { LeadSourceFailure, readLeads } from './source.ts';

const schema = z.object({ school_id: z.int() });
export type SyncTask = RegisteredTask<z.output<typeof schema>>;
export type SyncParts = Pick<FeatureParts, 'database' | 'clock' | 'outbound' | 'leadSource'>;

/** For all requests of one reading. */
const LONGEST_MS = 15 * 60_000;

/**
 * Fetches the leads of a school from all sources. Each page is kept as it comes: what was read before a failure stays, and
 * reading it again changes nothing, as a lead is known by its source and what that calls it.
 */
export function createSyncTask({ database, clock, outbound, leadSource }: SyncParts): SyncTask {
  const { kysely } = database;

  async function end(school_id: number, reason: SyncReason | null): Promise<void> {
    await kysely.transaction().execute(async (trx) => {
      const now = clock.now();
      const state = reason === null ? 'done' : 'failed';
      await updateSync(trx, school_id, { state, reason, ended_at: now.toISOString() });
      const row = await findSync(trx, school_id);
      // Who began it is recorded with the call; what came of it where something did.
      if (!row || row.added + row.changed === 0) return;
      const { read, added, changed, refused } = row;
      const after = { state, read, added, changed, refused };
      const action = 'sales:audit.synced';
      await appendAudit(trx, [
        { school_id, origin: 'system', action, entity: 'lead_syncs', id: school_id, after, now },
      ]);
    });
  }

  return task(
    'sales:sync',
    schema,
    async ({ school_id }, { signal, log, isLastAttempt }) => {
      const counts = { read: 0, added: 0, changed: 0, refused: 0 };
      async function keep(source: LeadSource, leads: readonly FoundLead[], refused = 0): Promise<void> {
        const merged = await mergeLeads(kysely, school_id, source, leads, clock.now());
        counts.read += leads.length + refused;
        counts.refused += refused;
        counts.added += merged.added;
        counts.changed += merged.changed;
        await updateSync(kysely, school_id, { state: 'running', ...counts });
      }
      try {
        await updateSync(kysely, school_id, { state: 'running', ...counts });
        for await (const { source, leads } of readOwnLeads(kysely)) await keep(source, leads);
        if (leadSource) {
          const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
          for await (const { leads, refused } of readLeads({ outbound, source: leadSource, signal: limit }))
            await keep('outside', leads, refused);
        }
        await end(school_id, null);
      } catch (thrown) {
        const isOfSource = thrown instanceof LeadSourceFailure && !signal.aborted;
        if (isOfSource)
          log.warn({ school: school_id, reason: thrown.reason, err: thrown.cause }, 'leads were not read');
        if (isOfSource || isLastAttempt) await end(school_id, isOfSource ? thrown.reason : 'interrupted');
        // A process that ends is no failure of the source.
        if (!isOfSource) throw thrown;
      }
    },
    { attempts: 3 },
  );
}

export const orderSync = (trx: Kysely<DB>, ordered: SyncTask, school_id: number): Promise<string> =>
  enqueue(trx, ordered, { school_id }, { queue: 'leads' });

/** Is somebody at the leads of a school, or will be soon? */
export async function isSyncing(db: Kysely<DB>, row: SyncRow | undefined): Promise<boolean> {
  if (row?.state !== 'waiting' && row?.state !== 'running') return false;
  const jobs = await listLivingJobs(db, { name: 'sales:sync', schema });
  return jobs.some(({ school_id }) => school_id === row.school_id);
}

/** How far it is; one that no job is at any more was interrupted. */
export async function toSync(
  db: Kysely<DB>,
  schoolId: number,
  { leadSource }: Pick<SyncParts, 'leadSource'>,
): Promise<LeadSync> {
  const first = await findSync(db, schoolId);
  const isLiving = await isSyncing(db, first);
  // Whoever was at it may have ended between the two looks.
  const row = isLiving ? first : await findSync(db, schoolId);
  const isStuck = !isLiving && (row?.state === 'waiting' || row?.state === 'running');
  const { read = 0, added = 0, changed = 0, refused = 0, started_at = null, ended_at = null } = row ?? {};
  const state = isStuck ? 'failed' : (row?.state ?? 'never');
  const reason = isStuck ? 'interrupted' : (row?.reason ?? null);
  const brands = await listBrands(db, schoolId);
  const counts = { read, added, changed, refused };
  return { state, has_source: leadSource !== null, ...counts, reason, started_at, ended_at, brands };
}
