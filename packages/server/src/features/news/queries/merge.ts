import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** News to and by two accounts that become one: what one of them confirmed is confirmed. */
export const newsMerge: Merge = {
  'news.user_id': moves('news'),
  'news_users.user_id': joins('news_users.user_id', { within: ['news_id'] }),
  'news_audience.user_id': joins('news_audience.user_id', { within: ['news_id'], kind: 'news' }),
  'news_confirmations.user_id': joins('news_confirmations.user_id', { within: ['news_id'] }),
  'news_confirmations.entered_by': moves(),
  'news_mails.user_id': joins('news_mails.user_id', { within: ['news_id'] }),
};
