import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Sets the most bytes that each person of a school may have; null: as many as the server allows. */
export async function setPersonLimit(
  db: Kysely<DB>,
  schoolId: number,
  person_bytes: number | null,
  now: Date,
): Promise<void> {
  if (person_bytes === null) await db.deleteFrom('file_limits').where('school_id', '=', schoolId).execute();
  else {
    const values = { person_bytes, updated_at: now.toISOString() };
    await db
      .insertInto('file_limits')
      .values({ school_id: schoolId, ...values })
      .onConflict((conflict) => conflict.column('school_id').doUpdateSet(values))
      .execute();
  }
}

/** The same for a change: nobody else sets it until the commit. Null: the school has said nothing. */
export async function lockPersonLimit(db: Kysely<DB>, schoolId: number): Promise<number | null> {
  const row = await db
    .selectFrom('file_limits')
    .select('person_bytes')
    .where('school_id', '=', schoolId)
    .forUpdate()
    .executeTakeFirst();
  return row?.person_bytes ?? null;
}

/** What each person of a school has uploaded and is there, as a part of another feature's query. */
export function usedPart(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('files')
    .select(['school_id', 'created_by as user_id'])
    .select((eb) => [
      eb.cast<number>(eb.fn.sum('size'), 'bigint').as('used'),
      eb.fn.countAll<number>().as('files_count'),
    ])
    .where('school_id', '=', schoolId)
    .where('created_by', 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy(['school_id', 'created_by']);
}
