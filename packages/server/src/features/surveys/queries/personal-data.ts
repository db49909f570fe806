import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';

const questionsOf = (db: Kysely<DB>, schoolId: number) =>
  db
    .selectFrom('survey_questions')
    .innerJoin('surveys', (join) =>
      join
        .onRef('surveys.school_id', '=', 'survey_questions.school_id')
        .onRef('surveys.id', '=', 'survey_questions.survey_id'),
    )
    .where('survey_questions.school_id', '=', schoolId);

/** The surveys of somebody, those that they answered, and what they answered under their name. */
export const surveyData: PersonalData = {
  surveys: (db, { school_id, user_id }) =>
    questionsOf(db, school_id)
      .select(['survey_questions.question as text', 'surveys.created_at', 'surveys.expires_at'])
      .where('surveys.user_id', '=', user_id)
      .orderBy('surveys.id')
      .orderBy('survey_questions.position')
      .execute(),
  survey_participations: (db, { school_id, user_id }) =>
    questionsOf(db, school_id)
      .innerJoin('survey_participations as own', (join) =>
        join
          .onRef('own.school_id', '=', 'surveys.school_id')
          .onRef('own.survey_id', '=', 'surveys.id')
          .on('own.user_id', '=', user_id),
      )
      .select('survey_questions.question as text')
      .where('survey_questions.position', '=', 0)
      .orderBy('surveys.id')
      .execute(),
  survey_votes: (db, { school_id, user_id }) =>
    questionsOf(db, school_id)
      .innerJoin('survey_votes as own', (join) =>
        join
          .onRef('own.school_id', '=', 'survey_questions.school_id')
          .onRef('own.question_id', '=', 'survey_questions.id')
          .on('own.user_id', '=', user_id),
      )
      .leftJoin('survey_options as option', (join) =>
        join.onRef('option.school_id', '=', 'own.school_id').onRef('option.id', '=', 'own.option_id'),
      )
      .select('survey_questions.question as title')
      .select((eb) => eb.fn.coalesce('own.text', 'option.name').as('text'))
      .orderBy('surveys.id')
      .orderBy('survey_questions.position')
      .orderBy('option.position')
      .execute(),
};
