import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { yearsPart } from '../../structure/index.ts';

/** Nothing of a change tells of somebody who is erased. */
export async function eraseFromChanges(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const table of ['year_change_people', 'year_change_repeaters'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('year_changes')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

/** The rows that changes of the school year have left about somebody. */
export const yearChangeData: PersonalData = {
  year_changes: (db, { school_id, user_id }) =>
    db
      .selectFrom('year_changes')
      .select(['state', 'created_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
  year_change_repeaters: (db, { school_id, user_id }) =>
    db
      .selectFrom('year_change_repeaters as repeater')
      .innerJoin(yearsPart(db).as('year'), (join) =>
        join.onRef('year.school_id', '=', 'repeater.school_id').onRef('year.id', '=', 'repeater.from_year_id'),
      )
      .select('year.name')
      .where('repeater.school_id', '=', school_id)
      .where('repeater.user_id', '=', user_id)
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
