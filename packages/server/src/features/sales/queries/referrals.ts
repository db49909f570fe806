import { REFERRAL_DAYS, type ReferralDraft } from '@kreide/core/features/sales';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { schoolsPart } from '../../schools/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export async function addReferral(
  db: Kysely<DB>,
  { school_id, user_id }: ErasedPerson,
  draft: ReferralDraft,
  now: Date,
): Promise<number> {
  const expires_at = new Date(now.getTime() + REFERRAL_DAYS * DAY_MS).toISOString();
  const { id } = await db
    .insertInto('referrals')
    .values({ school_id, user_id, ...draft, created_at: now.toISOString(), expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How many schools somebody has recommended the product to within a day. */
export async function countReferrals(db: Kysely<DB>, { school_id, user_id }: ErasedPerson, now: Date) {
  const { count } = await db
    .selectFrom('referrals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Recommendations from all schools behind one of them, for those who sell the product: not who made them, nor where. */
export async function listReferrals(db: Kysely<DB>, behind: number, limit: number) {
  return (
    db
      .selectFrom('referrals')
      .innerJoin(schoolsPart(db).as('school'), 'school.id', 'referrals.school_id')
      .select(['referrals.id', 'referrals.name', 'referrals.city', 'referrals.country'])
      .where('referrals.id', '>', behind)
      // Nobody was recommended anything from a school that is invented.
      .where('school.purpose', '!=', 'trial')
      .orderBy('referrals.id')
      .limit(limit)
      .execute()
  );
}

export async function pruneReferrals(db: Kysely<DB>, now: Date): Promise<number> {
  const gone = await db.deleteFrom('referrals').where('expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** The recommendation stays without whoever made it. */
export async function eraseReferrals(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .updateTable('referrals')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** To which schools somebody has recommended the product. */
export const referralData: PersonalData = {
  referrals: async (db, { school_id, user_id }) =>
    db
      .selectFrom('referrals')
      .select(['name', 'city', 'created_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
};
