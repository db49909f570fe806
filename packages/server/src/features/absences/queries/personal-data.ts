import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { listChildrenOf } from '../../users/index.ts';

/** The absences of somebody who is erased go with them; what they wrote about others stays, under their number only. */
export async function eraseAbsences(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await sql`delete from absence_steps s using absences a where a.school_id = ${school_id} and s.school_id = ${school_id}
    and a.id = s.absence_id and a.user_id = ${user_id}`.execute(db);
  await db.deleteFrom('absences').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/**
 * What is stored about the absences of somebody and of their children as far as they wrote it, and of others whom they entered
 * only that, and when: why a pupil is not there is none of their teacher's own data. What the school noted for itself is in the
 * archive of whom it is about: everybody may know what is written about them.
 */
export const absenceData: PersonalData = {
  absences: async (db, { school_id, user_id }) => {
    const children = new Set((await listChildrenOf(db, school_id, [user_id])).map((one) => one.user_id));
    const rows = await db
      .selectFrom('absences')
      .select([
        'user_id',
        'begins_at',
        'ends_at',
        'type_id as kind',
        'source',
        'created_at',
        'updated_at',
        'deleted_at',
      ])
      .select('excuse_note as reason')
      .select(sql<string | null>`case when user_id = ${user_id} then comment end`.as('text'))
      .select(sql<boolean>`created_by is not distinct from ${user_id}`.as('is_own'))
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('created_by', '=', user_id)]))
      .orderBy('id')
      .execute();
    return rows.map(({ user_id: absent, ...row }) =>
      absent === user_id || (absent !== null && children.has(absent))
        ? row
        : { created_at: row.created_at, is_own: row.is_own },
    );
  },
};
