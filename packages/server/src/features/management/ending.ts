import { SCHOOL_END_WARNINGS } from '@kreide/core/features/management';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { AUDIT_TABLES, endAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { deleteRows, listContents } from '../../kernel/data/school-rows.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { repeat, task } from '../../kernel/jobs/index.ts';
import { listStored } from '../files/index.ts';
import { deleteSchool, getSchool, letGo, listEnding, lockSchool, setEndTold, setState } from '../schools/index.ts';
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

/**
 * Removes everything of a school whose time has come: nobody works in it from here on, the contents of its files go, then its
 * rows in one transaction. What is cut off begins anew. False: its end was taken back.
 */
export async function endSchool(kysely: Kysely<DB>, store: FileStore, schoolId: number, now: Date): Promise<boolean> {
  const isDue = await kysely.transaction().execute(async (trx) => {
    await lockSchool(trx, schoolId);
    const { ends_at } = await getSchool(trx, schoolId);
    if (ends_at === null || new Date(ends_at) > now) return false;
    await setState(trx, schoolId, 'DEACTIVATED', now);
    return true;
  });
  if (!isDue) return false;
  for (const uuid of await listAllContents(kysely, schoolId)) await store.remove(uuid);
  const stored = await kysely.transaction().execute(async (trx) => {
    await lockSchool(trx, schoolId);
    const { name, slink } = await getSchool(trx, schoolId);
    await keepInvoices(trx, schoolId, name || slink);
    const since = await listAllContents(trx, schoolId);
    await letGo(trx, schoolId);
    await deleteRows(trx, schoolId, AUDIT_TABLES);
    await endAudit(trx, schoolId);
    await deleteSchool(trx, schoolId);
    return since;
  });
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
  const ending = task('management:end', z.object({}), async () => {
    const now = clock.now();
    for (const school of await listEnding(kysely, new Date(now.getTime() + SCHOOL_END_WARNINGS[0] * DAY))) {
      const left = new Date(school.ends_at).getTime() - now.getTime();
      if (left <= 0) {
        if (!(await endSchool(kysely, store, school.id, now))) continue;
        parts.planChanged(school.id);
        log.info({ school: school.slink }, 'a school has ended: nothing of it is left');
        continue;
      }
      const days = SCHOOL_END_WARNINGS.findLast((each) => left <= each * DAY);
      if (days === undefined || (school.end_told_days ?? Number.POSITIVE_INFINITY) <= days) continue;
      await kysely.transaction().execute(async (trx) => {
        await setEndTold(trx, school.id, days);
        await tellOfEnd(trx, parts, school, 'warned', now);
      });
    }
  });
  return { tasks: [ending], schedule: [repeat(ending, '35 * * * *', {})] };
}
