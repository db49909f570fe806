import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { newsItem } from './schema.ts';

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
    'The published news of the own school, pinned first, then newest first, 20 a page and one more that opens the next page; with is_scheduled those to come that the caller may change, next first.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/news/{id}',
  auth: 'user',
  needs: { permission: 'view-news' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  summary: 'One news item; before it is published only for those who may change it.',
});
