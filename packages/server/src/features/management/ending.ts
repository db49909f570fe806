import { SCHOOL_END_DAYS, SCHOOL_END_WARNINGS } from '@kreide/core/features/management';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { AUDIT_TABLES, endAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { deleteRows, listContents } from '../../kernel/data/school-rows.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { enqueue, repeat, task } from '../../kernel/jobs/index.ts';
import { listStored } from '../files/index.ts';
import {
  closeTrial,
  deleteSchool,
  findEnding,
  letGo,
  listEnding,
  listTrialsOf,
  lockSchool,
  setEndTold,
  setState,
} from '../schools/index.ts';
import { type EndParts, tellOfEnd } from './end.ts';
import { keepInvoices } from './queries/kept-invoices.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface EndingParts extends EndParts {
  readonly planChanged: (schoolId: number) => void;
}

const listAllContents = async (db: Kysely<DB>, schoolId: number) => [
  ...(await listStored(db, schoolId)),
  ...(await listContents(db, schoolId, { one: 'file_uuid', list: 'files' })),
];

/** Locks a school whose end has come and says what it is; null: that was taken back, put off, or done by another process. */
async function lockDue(trx: Kysely<DB>, schoolId: number, now: Date) {
  await lockSchool(trx, schoolId);
  const school = await findEnding(trx, schoolId);
  return school && new Date(school.ends_at) <= now ? school : null;
}

/**
 * Removes everything of a school whose time has come: nobody works in it from here on, the contents of its files go, then its
 * rows in one transaction. What is cut off begins anew. False: its end was taken back, or another process has removed it.
 */
export async function endSchool(kysely: Kysely<DB>, store: FileStore, schoolId: number, now: Date): Promise<boolean> {
  const isDue = await kysely.transaction().execute(async (trx) => {
    if (!(await lockDue(trx, schoolId, now))) return false;
    await setState(trx, schoolId, 'DEACTIVATED', now);
    return true;
  });
  if (!isDue) return false;
  // What it looked around in is its own.
  for (const trial of await listTrialsOf(kysely, schoolId)) {
    await closeTrial(kysely, trial, now);
    await endSchool(kysely, store, trial, now);
  }
  for (const uuid of await listAllContents(kysely, schoolId)) await store.remove(uuid);
  const stored = await kysely.transaction().execute(async (trx) => {
    const school = await lockDue(trx, schoolId, now);
    if (!school) return null;
    await keepInvoices(trx, schoolId, school.name || school.slink);
    const since = await listAllContents(trx, schoolId);
    await letGo(trx, schoolId);
    await deleteRows(trx, schoolId, AUDIT_TABLES);
    await endAudit(trx, schoolId);
    await deleteSchool(trx, schoolId);
    return since;
  });
  if (!stored) return false;
  // Whoever was storing something all the while.
  for (const uuid of stored) await store.remove(uuid);
  return true;
}

/** Ends the schools whose time has come, every hour, and tells those of the others whose time is near. */
export function createEnding({
  database: { kysely },
  store,
  clock,
  log,
  ...parts
}: Pick<FeatureParts, 'database' | 'store' | 'clock' | 'log'> & EndingParts) {
  /** Tells of the end once for each number of days, whichever process comes first. */
  const warn = (id: number, now: Date) =>
    kysely.transaction().execute(async (trx) => {
      await lockSchool(trx, id);
      const school = await findEnding(trx, id);
      if (!school) return;
      const left = new Date(school.ends_at).getTime() - now.getTime();
      const near = SCHOOL_END_WARNINGS.findLast((each) => left <= each * DAY);
      // Who orders it in the app tells of it at once; the operator's command leaves that to this job.
      const days = near ?? SCHOOL_END_DAYS;
      if ((school.end_told_days ?? Number.POSITIVE_INFINITY) <= days) return;
      await setEndTold(trx, id, days);
      await tellOfEnd(trx, parts, school, near === undefined ? 'ordered' : 'warned', now);
    });

  const ending = task('management:end', z.object({}), async () => {
    const now = clock.now();
    for (const { id, slink, ends_at, purpose } of await listEnding(kysely)) {
      try {
        const isAhead = new Date(ends_at) > now;
        // Nobody in an invented school is to be told.
        if (isAhead && purpose === 'trial') continue;
        if (isAhead) await warn(id, now);
        else if (await endSchool(kysely, store, id, now)) {
          parts.planChanged(id);
          log.info({ school: slink }, 'a school has ended: nothing of it is left');
        }
      } catch (err) {
        // The others do not wait for it; it is tried again with the next hour.
        log.error({ err, school: slink }, 'the end of a school has failed');
      }
    }
  });
  return {
    tasks: [ending],
    schedule: [repeat(ending, '35 * * * *', {})],
    /** Once the transaction commits, what is over is removed without waiting for the hour. */
    endNow: async (trx: Kysely<DB>) => void (await enqueue(trx, ending, {}, { queue: 'ending' })),
  };
}
