import type { Findings } from '@kreide/core/features/management';
import { HEALTH_PLAN_DAYS } from '@kreide/core/features/management';
import type { Kysely } from 'kysely';
import { countOpenRolls } from '../features/classbook/index.ts';
import { checkSchools } from '../features/management/index.ts';
import { countSilentScreens } from '../features/monitor/index.ts';
import type { DB } from '../kernel/data/database.generated.ts';

/** In which zone the day of all schools begins. */
const ZONE = 'Europe/Berlin';

export interface SchoolHealth {
  slink: string;
  /** Days since the newest plan was published; null: there is none. */
  plan_days: number | null;
  /** Only what was found: counts, never names. */
  findings: Findings;
}

/** How every school of the installation is, by their short names. */
export async function readSchoolsHealth(kysely: Kysely<DB>, now: Date): Promise<SchoolHealth[]> {
  const schools = await kysely
    .selectFrom('schools')
    .select(['id', 'slink'])
    .where('trial_of', 'is', null)
    .orderBy('slink')
    .execute();
  const ids = schools.map(({ id }) => id);
  const { plans, findingsOf } = await checkSchools(
    { countOpenRolls, countSilentScreens },
    kysely,
    ids,
    { planDays: HEALTH_PLAN_DAYS, zone: ZONE },
    now,
  );
  return schools.map(({ id, slink }) => ({
    slink,
    plan_days: plans.get(id) ?? null,
    findings: findingsOf(id).filter(({ count }) => count > 0),
  }));
}

/** The same in lines, one for each school. */
export const toHealthLines = (schools: readonly SchoolHealth[]): string[] =>
  schools.map(({ slink, findings }) => {
    const found = findings.map(({ key, count }) => `${key} ${count}`).join(', ');
    return `${slink}: ${found === '' ? 'well' : found}`;
  });
