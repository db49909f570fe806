import type { Partner, PartnerTexts } from '@kreide/core/features/sales';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

const COLUMNS = ['uuid', 'company', 'name', 'role', 'email', 'phone', 'note', 'updated_at'] as const;

const partnersOf = (db: Kysely<DB>, schoolId: number) =>
  db.selectFrom('school_partners').select(COLUMNS).where('school_id', '=', schoolId);

export const listPartners = (db: Kysely<DB>, schoolId: number): Promise<Partner[]> =>
  partnersOf(db, schoolId).orderBy('company').orderBy('uuid').execute();

export const findPartner = (db: Kysely<DB>, schoolId: number, uuid: string): Promise<Partner | undefined> =>
  partnersOf(db, schoolId).where('uuid', '=', uuid).executeTakeFirst();

/** Until the end of the transaction nobody else changes the partners of the school. */
export async function lockPartners(trx: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('school_partners', ${schoolId}))`.execute(trx);
}

export async function savePartner(
  db: Kysely<DB>,
  schoolId: number,
  uuid: string,
  texts: PartnerTexts,
  now: Date,
): Promise<void> {
  const values = { ...texts, updated_at: now.toISOString() };
  await db
    .insertInto('school_partners')
    .values({ school_id: schoolId, uuid, ...values })
    .onConflict((conflict) => conflict.columns(['school_id', 'uuid']).doUpdateSet(values))
    .execute();
}

export async function deletePartner(db: Kysely<DB>, schoolId: number, uuid: string): Promise<void> {
  await db.deleteFrom('school_partners').where('school_id', '=', schoolId).where('uuid', '=', uuid).execute();
}
