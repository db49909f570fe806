import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import type { PersonalData } from '../../../kernel/personal-data.ts';

/** Nothing of a change tells of somebody who is erased. */
export async function eraseFromChanges(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('year_change_people').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('year_changes')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

/** What changes of the school year have left about somebody. */
export const yearChangeData: PersonalData = {
  year_changes: (db, { school_id, user_id }) =>
    db
      .selectFrom('year_changes')
      .select(['state', 'created_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
  year_change_people: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('year_change_people')
      .select(['kind', 'before'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('change_id')
      .execute();
    return rows.map(({ kind, before }) => ({ kind, expires_at: before.expire_at, deleted_at: before.deleted_at }));
  },
};
