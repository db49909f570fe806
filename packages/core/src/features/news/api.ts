import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { newsItem, publicNewsItem } from './schema.ts';

export const feed = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/users/{id}/feed/news',
  auth: 'user',
  needs: { permission: 'view-news' },
  params: z.object({ id: z.union([z.literal('self'), f.idText]) }),
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(newsItem)),
  errors: ['not_found'],
  summary:
    'The published news of the own school, pinned first, then newest first, 20 a page and one more that opens the next page.',
});

export const getPublic = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/public/news/{slink}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ slink: f.slink }),
  query: z.object({
    limit: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]|[12]\d|30)$/, 'limit')), z.transform(Number))),
  }),
  answer: f.answerOf(
    z.object({
      school: z.object({ name: z.string(), slink: f.slink, time_zone: z.string() }),
      news: z.array(publicNewsItem),
      last_updated_at: z.nullable(f.instant),
    }),
  ),
  errors: ['not_found'],
  anyOrigin: true,
  summary: 'The public news of a school, pinned first, then newest first; 404 while switched off.',
});
