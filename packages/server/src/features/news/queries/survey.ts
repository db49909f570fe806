import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Puts a survey into an item, or takes it out. */
export async function setSurvey(
  db: Kysely<DB>,
  school_id: number,
  id: number,
  survey_id: number | null,
): Promise<void> {
  await db.updateTable('news').set({ survey_id }).where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** Carries an item this survey already? Deleted ones count: they can be restored. */
export async function isInNews(db: Kysely<DB>, schoolId: number, surveyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('news')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The surveys that items carry, as a part of another feature's query; those of deleted items too, which can be restored. */
export const surveysInNews = (db: Kysely<DB>) =>
  db.selectFrom('news').select(['school_id', 'survey_id']).where('survey_id', 'is not', null);
