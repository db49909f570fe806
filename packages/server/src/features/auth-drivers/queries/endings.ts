import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Schools whose people sign in at a service that speaks SAML. */
export async function listSamlSchools(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom('auth_drivers')
    .select('school_id')
    .where('method', '=', 'SAML')
    .where('is_on', '=', true)
    .orderBy('school_id')
    .execute();
  return rows.map(({ school_id }) => school_id);
}

/** @returns false: administrators have been told of this end */
export async function noteEnding(db: Kysely<DB>, schoolId: number, end: Date): Promise<boolean> {
  const ends_at = end.toISOString();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('auth_driver_endings')
    .values({ school_id: schoolId, ends_at })
    .onConflict((conflict) =>
      conflict.column('school_id').doUpdateSet({ ends_at }).where('auth_driver_endings.ends_at', '!=', ends_at),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}
