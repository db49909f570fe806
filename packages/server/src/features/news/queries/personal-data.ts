import type { PersonalData } from '../../../kernel/personal-data.ts';

/** What somebody wrote for the school. */
export const newsData: PersonalData = {
  news: (db, { school_id, user_id }) =>
    db
      .selectFrom('news')
      .select(['title', 'excerpt as text', 'is_public', 'created_at', 'updated_at', 'publish_at', 'deleted_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
};
