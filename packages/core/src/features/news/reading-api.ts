import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { READER_GROUPS } from './reach.ts';
import { newsItem, newsReader, newsReceivers } from './schema.ts';

export const feed = endpoint({
  method: 'GET',
  path: '/users/{id}/feed/news',
  auth: 'user',
  needs: { permission: 'view-news' },
  params: z.object({ id: z.union([z.literal('self'), f.idText]) }),
  query: z.object({ page: f.pageQuery, is_scheduled: z.optional(f.flagText) }),
  answer: f.answerOf(z.array(newsItem)),
  errors: ['not_found'],
  summary:
    'The published news that the caller receives, wrote or manages, pinned first, then newest first, 20 a page and one more that opens the next page; with is_scheduled those to come that the caller may change, next first. News have no comments: there is no /users/{id}/feed/comments.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/news/{id}',
  auth: 'user',
  needs: { permission: 'view-news' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  summary: 'One news item of a receiver; before it is published only for those who may change it.',
});

export const listChannel = endpoint({
  method: 'GET',
  path: '/channels/{id}/news',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: z.object({ id: f.idText }),
  query: z.object({ page: f.pageQuery, search: z.optional(f.line(100)) }),
  answer: f.answerOf(z.array(newsItem)),
  errors: ['not_found'],
  summary:
    'The published news of a channel for its members, pinned first, then newest first, 20 a page and one more that opens the next page; with search those that have all its words in title or text.',
});

/** Ids one after the other, with commas. */
const idList = z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, 'format'));

export const countReceivers = endpoint({
  method: 'GET',
  path: '/channels/news/receivers',
  auth: 'user',
  needs: { permission: 'create-news' },
  query: z.object({ channels: z.optional(idList), users: z.optional(idList) }),
  answer: f.answerOf(newsReceivers),
  summary:
    'Some receivers by name, and how many people would read an item that is sent to them; who may not be written to is left out. Ids are separated by commas.',
});

export const confirm = endpoint({
  method: 'PUT',
  path: '/channels/news/{id}/confirm',
  auth: 'user',
  needs: { can: 'news.confirm' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  summary: 'Confirms that the caller has read a news item; a second time changes nothing.',
});

export const listReaders = endpoint({
  method: 'GET',
  path: '/channels/news/{id}/readers',
  auth: 'user',
  needs: { can: 'news.view-statistics' },
  params: z.object({ id: f.idText }),
  query: z.object({
    page: f.pageQuery,
    is_confirmed: z.optional(f.flagText),
    group: z.optional(z.enum(READER_GROUPS)),
    search: z.optional(f.line(100)),
  }),
  answer: f.answerOf(z.array(newsReader)),
  errors: ['not_found'],
  summary:
    'Who has confirmed a news item, or with is_confirmed false who has not, by name, 29 a page and one more that opens the next page; with group those of one group instead: confirmed, open, unreached, left.',
});

export const notify = endpoint({
  method: 'POST',
  path: '/channels/news/{id}/notify',
  auth: 'user',
  needs: { can: 'news.view-statistics' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(z.object({ count: z.int() })),
  errors: ['not_found', 'not_published_yet'],
  audit: 'news:audit.notify',
  summary:
    'Reminds those who have not confirmed a news item yet, and only those; 429 within 24 hours after the last time, 409 before it is published.',
});
