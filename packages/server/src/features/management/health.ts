import {
  type Findings,
  HEALTH_DAYS,
  HEALTH_KEYS,
  HEALTH_PLAN_DAYS,
  HEALTH_ROLL_DAYS,
  type Health,
  type HealthKey,
} from '@kreide/core/features/management';
import { addDays, toInstant, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { SchoolCounts } from '../../kernel/data/counts.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { countGivenUp } from '../../kernel/mail/index.ts';
import { countOpenRequests } from '../registration/index.ts';
import { countUndecided } from '../settings/index.ts';
import { daysSincePlan, gradesOf } from '../structure/index.ts';
import { countFailedUploads } from '../timetable-import/index.ts';
import { countFailedRuns } from '../user-import/index.ts';
import { countByGrade, countUnreached } from '../users/index.ts';

const DAY = 86_400_000;

/** What features of the same level count. */
export interface HealthParts {
  /** Entries of the class book in a span of days whose roll nobody has taken. */
  countOpenRolls(
    db: Kysely<DB>,
    schoolIds: readonly number[],
    span: { from: string; to: string },
  ): Promise<SchoolCounts>;
  /** Screens that have not called since then. */
  countSilentScreens(db: Kysely<DB>, schoolIds: readonly number[], since: Date): Promise<SchoolCounts>;
}

interface Wish {
  /** A plan may be that old, days. */
  planDays: number;
  /** In which zone a day begins. */
  zone: string;
}

/** What is wrong at some schools: as many statements for one as for all of them. */
export async function checkSchools(
  parts: HealthParts,
  db: Kysely<DB>,
  ids: readonly number[],
  { planDays, zone }: Wish,
  now: Date,
): Promise<{ plans: SchoolCounts; findingsOf: (schoolId: number) => Findings }> {
  const since = new Date(now.getTime() - HEALTH_DAYS * DAY);
  const today = toLocal(now, zone).date;
  const plans = await daysSincePlan(db, ids, now);
  const { waiting, childless, unreached } = await countUnreached(db, ids);
  const rolls = { from: addDays(today, -HEALTH_ROLL_DAYS), to: addDays(today, -1) };
  const counts: Record<Exclude<HealthKey, 'plan_old'>, SchoolCounts> = {
    plan_imports_failed: await countFailedUploads(db, ids, since),
    people_imports_failed: await countFailedRuns(db, ids, since),
    mails_given_up: await countGivenUp(db, ids, since),
    waiting,
    parents_childless: childless,
    children_unreached: unreached,
    screens_silent: await parts.countSilentScreens(db, ids, toInstant(today, '00:00', zone)),
    rolls_open: await parts.countOpenRolls(db, ids, rolls),
    deletion_requests: await countUndecided(db, ids),
    ...(await countOpenRequests(db, ids, now)),
  };
  const countOf = (key: HealthKey, schoolId: number) => {
    if (key !== 'plan_old') return counts[key].get(schoolId) ?? 0;
    return (plans.get(schoolId) ?? Number.POSITIVE_INFINITY) > planDays ? 1 : 0;
  };
  return { plans, findingsOf: (schoolId) => HEALTH_KEYS.map((key) => ({ key, count: countOf(key, schoolId) })) };
}

/** The health of the school of somebody who manages it. */
export async function readHealth(
  parts: HealthParts,
  db: Kysely<DB>,
  { school_id, time_zone: zone }: Actor,
  planDays: number = HEALTH_PLAN_DAYS,
  now: Date,
): Promise<Health> {
  const { plans, findingsOf } = await checkSchools(parts, db, [school_id], { planDays, zone }, now);
  const shortcuts = new Map(
    (await gradesOf(db, school_id).orderBy('shortcut').execute()).map(({ id, shortcut }) => [id, shortcut]),
  );
  const grades = await countByGrade(db, school_id, toLocal(now, zone).date);
  return {
    checked_at: now.toISOString(),
    plan_days: plans.get(school_id) ?? null,
    findings: findingsOf(school_id),
    waiting_by_grade: grades
      .filter(({ waiting }) => waiting > 0)
      .map(({ grade_id, waiting }) => ({
        grade_id,
        shortcut: grade_id === null ? null : (shortcuts.get(grade_id) ?? null),
        count: waiting,
      }))
      .toSorted((one, other) => (one.shortcut ?? '').localeCompare(other.shortcut ?? '', 'de', { numeric: true })),
  };
}
