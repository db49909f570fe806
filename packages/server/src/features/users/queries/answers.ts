import { SURVEY_USER_TYPES, type SurveyType, surveyProperty } from '@kreide/core/features/users';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';

/**
 * All answers to a question about the product, of every school, for those who run it: without names, and in an order that
 * reveals nothing about the people.
 */
export async function listSurveyAnswers(db: Kysely<DB>, type: SurveyType) {
  const part = (name: Parameters<typeof surveyProperty>[1]) =>
    sql<string | null>`users.properties ->> ${surveyProperty(type, name)}`;
  return db
    .selectFrom('users')
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'users.school_id')
    .select(['school.slink', part('result').$notNull().as('result')])
    .select([part('month').as('month'), part('feedback').as('feedback')])
    .where('users.type', 'in', SURVEY_USER_TYPES)
    .where('users.deleted_at', 'is', null)
    .where('school.purpose', '!=', 'trial')
    .where(part('result'), 'is not', null)
    .orderBy('slink')
    .orderBy('month')
    .orderBy('feedback')
    .execute();
}
