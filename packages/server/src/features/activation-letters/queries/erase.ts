import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

const LONG_AGO = '1970-01-01T00:00:00.000Z';

/** What somebody has ordered nobody else may have. */
export async function eraseLetters(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('letter_entries').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('letter_runs')
    .set({ created_by: null, expires_at: LONG_AGO })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}
