import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { teachersOfAccount } from '../../structure/index.ts';

/** Is an absence about this person: the teacher of the plan that they are, or what they have reported of themself? */
const isAbout =
  (db: Kysely<DB>, { school_id, user_id }: Pick<ErasedPerson, 'school_id' | 'user_id'>) =>
  (eb: ExpressionBuilder<DB, 'desk_absences'>) =>
    eb.or([
      eb('teacher_id', 'in', teachersOfAccount(db, school_id, user_id)),
      eb.and([eb('created_by', '=', user_id), eb('reported_at', 'is not', null)]),
    ]);

/** Who decided what stays unknown; the absences of an erased teacher go. */
export async function eraseDesk(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .deleteFrom('desk_absences')
    .where('school_id', '=', school_id)
    .where(isAbout(db, { school_id, user_id }))
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

/**
 * When and why somebody was absent, and what they decided about lessons. Of the absences that they entered for others there is
 * only that, and when: why a colleague is not there is nobody else's.
 */
export const deskData: PersonalData = {
  desk_absences: async (db, person) => {
    const rows = await db
      .selectFrom('desk_absences')
      .select(['begins_at', 'ends_at', 'absence_reason_id as reason', 'comment as text', 'reported_at', 'created_at'])
      .select(sql<boolean>`created_by is not distinct from ${person.user_id}`.as('is_own'))
      .select((eb) => eb.fn.coalesce(isAbout(db, person)(eb), sql<boolean>`false`).as('is_about'))
      .where('school_id', '=', person.school_id)
      .where((eb) => eb.or([eb('created_by', '=', person.user_id), isAbout(db, person)(eb)]))
      .orderBy('id')
      .execute();
    return rows.map(({ is_about, ...row }) => (is_about ? row : { created_at: row.created_at, is_own: row.is_own }));
  },
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
