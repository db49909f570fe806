import type { OnboardingStep } from '@kreide/core/features/onboarding';
import type { Kysely } from 'kysely';
import { auditOf } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** The steps that a school does without, in no order. */
export async function listSkipped(db: Kysely<DB>, schoolId: number): Promise<OnboardingStep[]> {
  const rows = await db.selectFrom('onboarding_skips').select('step').where('school_id', '=', schoolId).execute();
  return rows.map(({ step }) => step);
}

/** Makes these, and no others, the steps that a school does without. */
export async function replaceSkipped(db: Kysely<DB>, schoolId: number, steps: readonly OnboardingStep[]) {
  await db.deleteFrom('onboarding_skips').where('school_id', '=', schoolId).execute();
  if (steps.length === 0) return;
  await db
    .insertInto('onboarding_skips')
    .values([...new Set(steps)].map((step) => ({ school_id: schoolId, step })))
    .execute();
}

/** How many calls a school has wanted within a day, by what is recorded of it. */
export async function countCalls(db: Kysely<DB>, schoolId: number, now: Date): Promise<number> {
  const { count } = await auditOf(db, schoolId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('at', '>', new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString())
    .where('action', '=', 'onboarding.call')
    .executeTakeFirstOrThrow();
  return Number(count);
}
