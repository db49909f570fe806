import { sql } from 'kysely';
import { joins, type Merge, moves, movesBy } from '../../../kernel/data/merge.ts';

/** Surveys and votes of two accounts that become one. */
export const surveysMerge: Merge = {
  'surveys.user_id': moves('surveys'),
  'survey_users.user_id': joins('survey_users.user_id', { within: ['survey_id'] }),
  // Who voted with both accounts has one vote: that of the account that stays. Votes without names cannot be told apart.
  'survey_votes.user_id': movesBy(null, {
    before: async (db, { school_id, from, into }) => {
      const both = sql`select gone.survey_id from survey_participations gone
        join survey_participations stays on stays.school_id = ${school_id} and stays.user_id = ${into}
          and stays.survey_id = gone.survey_id
        where gone.school_id = ${school_id} and gone.user_id = ${from}`;
      await sql`delete from survey_votes where school_id = ${school_id} and user_id = ${from}
        and survey_id in (${both})`.execute(db);
      await sql`update surveys set votes_count = votes_count - 1 where school_id = ${school_id} and not is_anonymous
        and id in (${both})`.execute(db);
    },
  }),
  'survey_participations.user_id': joins('survey_participations.user_id', { within: ['survey_id'], kind: 'surveys' }),
};
