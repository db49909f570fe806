import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { teachersOfAccount } from '../../structure/index.ts';

/** Who decided what stays unknown; the absences of an erased teacher go. */
export async function eraseDesk(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .deleteFrom('desk_absences')
    .where('school_id', '=', school_id)
    .where('teacher_id', 'in', teachersOfAccount(db, school_id, user_id))
    .execute();
  await db
    .updateTable('desk_absences')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
  await db
    .updateTable('desk_decisions')
    .set({ changed_by: null })
    .where('school_id', '=', school_id)
    .where('changed_by', '=', user_id)
    .execute();
  await db
    .updateTable('desk_publications')
    .set({ set_by: null })
    .where('school_id', '=', school_id)
    .where('set_by', '=', user_id)
    .execute();
}

/** When and why somebody was entered as absent, or entered others, and what they decided about lessons. */
export const deskData: PersonalData = {
  desk_absences: (db, { school_id, user_id }) =>
    db
      .selectFrom('desk_absences')
      .select(['begins_at', 'ends_at', 'absence_reason_id as reason', 'comment as text', 'reported_at', 'created_at'])
      .where('school_id', '=', school_id)
      .where((eb) =>
        eb.or([eb('created_by', '=', user_id), eb('teacher_id', 'in', teachersOfAccount(db, school_id, user_id))]),
      )
      .orderBy('id')
      .execute(),
  desk_decisions: (db, { school_id, user_id }) =>
    db
      .selectFrom('desk_decisions')
      .select(['date', 'comment as text', 'changed_at as updated_at'])
      .where('school_id', '=', school_id)
      .where('changed_by', '=', user_id)
      .orderBy('id')
      .execute(),
  desk_publications: (db, { school_id, user_id }) =>
    db
      .selectFrom('desk_publications')
      .select(['date', 'publish_at', 'set_at as created_at'])
      .where('school_id', '=', school_id)
      .where('set_by', '=', user_id)
      .orderBy('id')
      .execute(),
};
