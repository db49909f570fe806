import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** The absences of somebody who is erased go with them; what they wrote about others stays, under their number only. */
export async function eraseAbsences(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await sql`delete from absence_steps s using absences a where a.school_id = ${school_id} and s.school_id = ${school_id}
    and a.id = s.absence_id and a.user_id = ${user_id}`.execute(db);
  await db.deleteFrom('absences').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/**
 * What is stored about the absences of somebody, and which they wrote about their children or pupils. What the school noted
 * for itself is in the archive of whom it is about: everybody may know what is written about them.
 */
export const absenceData: PersonalData = {
  absences: (db, { school_id, user_id }) =>
    db
      .selectFrom('absences')
      .select(['begins_at', 'ends_at', 'type_id as kind', 'source', 'created_at', 'updated_at', 'deleted_at'])
      .select(
        sql<string | null>`case when user_id = ${user_id} or created_by = ${user_id} then excuse_note end`.as('reason'),
      )
      .select(sql<string | null>`case when user_id = ${user_id} then comment end`.as('text'))
      .select(sql<boolean>`created_by is not distinct from ${user_id}`.as('is_own'))
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('created_by', '=', user_id)]))
      .orderBy('id')
      .execute(),
};
