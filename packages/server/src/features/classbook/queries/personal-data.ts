import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/**
 * Somebody who is erased is in no notice and has no marks any more. What they wrote as a teacher stays in the book, under their
 * number only: the book is a register of the school.
 */
export async function eraseFromBooks(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('classbook_marks').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  const alone = sql<boolean>`user_ids = ${[user_id]}::bigint[]`;
  await sql`delete from classbook_notice_steps s using classbook_notices n where n.school_id = ${school_id}
    and s.school_id = ${school_id} and n.id = s.notice_id and n.user_ids = ${[user_id]}::bigint[]`.execute(db);
  await db.deleteFrom('classbook_notices').where('school_id', '=', school_id).where(alone).execute();
  await db
    .updateTable('classbook_notices')
    .set({ user_ids: sql`array_remove(user_ids, ${user_id}::bigint)` })
    .where('school_id', '=', school_id)
    .where(sql<boolean>`user_ids @> ${[user_id]}::bigint[]`)
    .execute();
}

const entryOf = (db: Kysely<DB>) =>
  db.selectFrom('classbook_entries').select(['school_id', 'id', 'name', 'lesson_date']);

/** The rows of class books about somebody: their marks and notices, and of notices about others that and when they wrote one. */
export const classbookData: PersonalData = {
  classbook_marks: (db, { school_id, user_id }) =>
    db
      .selectFrom('classbook_marks as mark')
      .innerJoin(entryOf(db).as('entry'), (join) =>
        join.onRef('entry.school_id', '=', 'mark.school_id').onRef('entry.id', '=', 'mark.entry_id'),
      )
      .select(['entry.name as course', 'entry.lesson_date as begins_at', 'mark.kind', 'mark.minutes as number'])
      .where('mark.school_id', '=', school_id)
      .where('mark.user_id', '=', user_id)
      .orderBy('entry.lesson_date')
      .orderBy('entry.id')
      .execute(),
  classbook_notices: (db, { school_id, user_id }) =>
    db
      .selectFrom('classbook_notices as notice')
      .innerJoin(entryOf(db).as('entry'), (join) =>
        join.onRef('entry.school_id', '=', 'notice.school_id').onRef('entry.id', '=', 'notice.entry_id'),
      )
      .select(['entry.name as course', 'notice.occurred_at as begins_at', 'notice.deleted_at'])
      .select(
        sql<string | null>`case when notice.user_ids @> ${[user_id]}::bigint[] then notice.message end`.as('text'),
      )
      .select(sql<boolean>`notice.created_by is not distinct from ${user_id}`.as('is_own'))
      .where('notice.school_id', '=', school_id)
      .where(sql<boolean>`(notice.created_by = ${user_id} or notice.user_ids @> ${[user_id]}::bigint[])`)
      .orderBy('notice.id')
      .execute(),
  classbook_homeworks: (db, { school_id, user_id }) =>
    db
      .selectFrom('classbook_homeworks')
      .select(['text', 'due_at as ends_at', 'created_at', 'deleted_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
};
