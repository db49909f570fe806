import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** The plans that somebody brought; what they contain is the school's. */
export const uploadData: PersonalData = {
  timetable_uploads: (db, { school_id, user_id }) =>
    db
      .selectFrom('timetable_uploads')
      .select(['number', 'format', 'state', 'created_at', 'published_at as publish_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
};
