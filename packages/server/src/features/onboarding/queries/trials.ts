import type { Kysely } from 'kysely';
import { auditOf } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { usersPart } from '../../users/index.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Which order is meant: another one may have come in the meantime. */
export interface TrialOrder {
  readonly school_id: number;
  readonly ordered_at: string;
}

export async function findTrial(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('school_trials')
    .select(['trial_id', 'state', 'percent', 'ordered_at'])
    .$narrowType<{ state: 'making' | 'ready' | 'failed' }>()
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
}
export type TrialRow = NonNullable<Awaited<ReturnType<typeof findTrial>>>;

export async function addTrial(db: Kysely<DB>, { school_id, ordered_at }: TrialOrder): Promise<void> {
  await db.insertInto('school_trials').values({ school_id, ordered_at }).execute();
}

export async function removeTrial(db: Kysely<DB>, schoolId: number): Promise<void> {
  await db.deleteFrom('school_trials').where('school_id', '=', schoolId).execute();
}

/** Says of an order that is still wanted that nothing came of it. */
export async function failTrial(db: Kysely<DB>, { school_id, ordered_at }: TrialOrder): Promise<void> {
  await db
    .updateTable('school_trials')
    .set({ state: 'failed' })
    .where('school_id', '=', school_id)
    .where('ordered_at', '=', ordered_at)
    .where('state', '=', 'making')
    .execute();
}

/** How many invented schools a school has wanted within a day, by what is recorded of it. */
export async function countTrials(db: Kysely<DB>, schoolId: number, now: Date): Promise<number> {
  const { count } = await auditOf(db, schoolId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('at', '>', new Date(now.getTime() - DAY).toISOString())
    .where('action', '=', 'onboarding.beginTrial')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Somebody of an invented school, by the name that the invention gave them. */
export async function findInvented(db: Kysely<DB>, trialId: number, username: string) {
  return db
    .selectFrom(usersPart(db).as('user'))
    .select('user.id')
    .where('user.school_id', '=', trialId)
    .where('user.username', '=', username)
    .where('user.deleted_at', 'is', null)
    .executeTakeFirst();
}
