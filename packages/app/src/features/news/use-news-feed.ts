import { NEWS_PAGE, newsApi } from '@kreide/core/features/news';
import { infiniteQueryOf } from '../../kernel/data.ts';

/** The pages of the own feed. */
export const newsFeedQuery = infiniteQueryOf(newsApi.feed, { params: { id: 'self' } }, NEWS_PAGE);
