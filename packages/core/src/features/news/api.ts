import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { newsDraft, newsItem, newsUpdate, publicNewsItem } from './schema.ts';
import './errors.ts';

const one = z.object({ id: f.idText });

export const create = endpoint({
  method: 'POST',
  path: '/channels/news',
  auth: 'user',
  needs: { permission: 'create-news' },
  body: newsDraft,
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  audit: 'news:audit.create',
  summary:
    'Publishes a news item in channels, and to single people, at once or at a time to come. Every channel has to be one in which the caller may write, every person one whom they may write to.',
});

export const update = endpoint({
  method: 'PUT',
  path: '/channels/news/{id}',
  auth: 'user',
  needs: { can: 'news.update' },
  params: one,
  body: newsUpdate,
  answer: f.answerOf(newsItem),
  errors: ['not_found', 'conflict'],
  audit: 'news:audit.update',
  summary: 'Changes a news item; 409 when somebody else changed it since `updated_at`.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/channels/news/{id}',
  auth: 'user',
  needs: { can: 'news.delete' },
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'news:audit.remove',
  summary: 'Deletes a news item for all its readers; it can be restored for a day.',
});

export const restore = endpoint({
  method: 'POST',
  path: '/channels/news/{id}/restore',
  auth: 'user',
  needs: { can: 'news.delete' },
  params: one,
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  audit: 'news:audit.restore',
  summary: 'Takes the deletion of a news item back, within a day.',
});

export const pin = endpoint({
  method: 'PUT',
  path: '/channels/news/{id}/pin',
  auth: 'user',
  needs: { can: 'news.pin' },
  params: one,
  body: z.strictObject({ is_pinned: z.boolean() }),
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  audit: 'news:audit.update',
  summary: 'Puts a news item at the top of the feed, or back among the others.',
});

export const getPublic = endpoint({
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

export const getPublicFeed = endpoint({
  method: 'GET',
  path: '/public/news/{slink}.rss',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ slink: f.slink }),
  answer: null,
  produces: 'rss',
  errors: ['not_found'],
  anyOrigin: true,
  summary:
    'The public news of a school as an RSS 2.0 feed, newest first, at most 50, with an ETag; 404 while switched off.',
});

export { deleteAttachments, describeAttachment, translate, upload } from './attachments-api.ts';
export { report } from './moderating-api.ts';
export { confirmOnPaper, exportReaders, listUnreached, removePaper } from './reach-api.ts';
export { confirm, countReceivers, feed, get, listChannel, listReaders, notify } from './reading-api.ts';
