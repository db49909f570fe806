import { listChannelNews, NEWS_PAGE, newsFeed } from '@kreide/core/features/news';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';

const SELF = { id: 'self' } as const;

/** The pages of the user's feed; also shown at a start without a network (D-6.07). */
export const newsFeedQuery = infiniteQueryOf(newsFeed, { params: SELF, query: {} }, NEWS_PAGE, { meta: KEPT });

/** The pages of scheduled items. */
export const scheduledNewsQuery = infiniteQueryOf(newsFeed, { params: SELF, query: { is_scheduled: '1' } }, NEWS_PAGE);

/** The pages of a channel's news. */
export const channelNewsQuery = (id: string, search = '') =>
  infiniteQueryOf(listChannelNews, { params: { id }, query: search ? { search } : {} }, NEWS_PAGE);
