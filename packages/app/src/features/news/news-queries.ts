import { NEWS_PAGE, newsApi } from '@kreide/core/features/news';
import { infiniteQueryOf } from '../../kernel/data.ts';

const SELF = { id: 'self' } as const;

/** The pages of the own feed. */
export const newsFeedQuery = infiniteQueryOf(newsApi.feed, { params: SELF, query: {} }, NEWS_PAGE);

/** The pages of what is to come. */
export const scheduledNewsQuery = infiniteQueryOf(
  newsApi.feed,
  { params: SELF, query: { is_scheduled: '1' } },
  NEWS_PAGE,
);
