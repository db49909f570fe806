import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { findConference } from '../queries.ts';

/** A conference by its number. */
export async function findById(db: Kysely<DB>, schoolId: number, id: number) {
  const row = await db
    .selectFrom('conferences')
    .select('uuid')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? findConference(db, schoolId, row.uuid) : undefined;
}
