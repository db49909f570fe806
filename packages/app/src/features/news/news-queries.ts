import { NEWS_PAGE, newsApi } from '@kreide/core/features/news';
import { infiniteQueryOf } from '../../kernel/data.ts';

const SELF = { id: 'self' } as const;

/** The pages of the user's feed. */
export const newsFeedQuery = infiniteQueryOf(newsApi.feed, { params: SELF, query: {} }, NEWS_PAGE);

/** The pages of scheduled items. */
export const scheduledNewsQuery = infiniteQueryOf(
  newsApi.feed,
  { params: SELF, query: { is_scheduled: '1' } },
  NEWS_PAGE,
);
