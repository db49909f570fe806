import type { PersonalData } from '../../../kernel/data/personal-data.ts';

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
  news_confirmations: (db, { school_id, user_id }) =>
    db
      .selectFrom('news_confirmations')
      .innerJoin('news', (join) =>
        join
          .onRef('news.school_id', '=', 'news_confirmations.school_id')
          .onRef('news.id', '=', 'news_confirmations.news_id'),
      )
      .select(['news.title', 'news_confirmations.confirmed_at', 'news_confirmations.via as kind'])
      .where('news_confirmations.school_id', '=', school_id)
      .where('news_confirmations.user_id', '=', user_id)
      .orderBy('news_confirmations.confirmed_at')
      .orderBy('news.id')
      .execute(),
};
