import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** Exams stay, without who entered or changed them. */
export async function eraseAuthor(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const column of ['created_by', 'changed_by'] as const)
    await db
      .updateTable('exams')
      .set({ [column]: null })
      .where('school_id', '=', school_id)
      .where(column, '=', user_id)
      .execute();
}

/** The exams that somebody entered or changed last. */
export const examData: PersonalData = {
  exams: (db, { school_id, user_id }) =>
    db
      .selectFrom('exams')
      .select(['date as begins_at', 'topic as title', 'note as remark', 'created_at', 'updated_at'])
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('created_by', '=', user_id), eb('changed_by', '=', user_id)]))
      .orderBy('id')
      .execute(),
};
