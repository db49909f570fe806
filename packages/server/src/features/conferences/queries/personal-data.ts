import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** The conferences that somebody was in, and what they said about them. */
export const conferencesData: PersonalData = {
  conference_participants: (db, { school_id, user_id }) =>
    db
      .selectFrom('conference_participants')
      .select(['joined_at as begins_at', 'left_at as ends_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('conference_id')
      .execute(),
  conference_feedback: (db, { school_id, user_id }) =>
    db
      .selectFrom('conference_feedback')
      .select(['rating', 'comment as text', 'updated_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('updated_at')
      .execute(),
};
