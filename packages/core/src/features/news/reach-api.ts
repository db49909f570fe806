import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { unreachedList } from './reach.ts';
import { newsItem, READERS_FORMATS } from './schema.ts';

const one = z.object({ id: f.idText });
const reader = z.object({ id: f.idText, user_id: f.idText });

export const listUnreached = endpoint({
  method: 'GET',
  path: '/channels/news/{id}/unreached',
  auth: 'user',
  needs: { can: 'news.view-statistics' },
  params: one,
  answer: f.answerOf(unreachedList),
  errors: ['not_found'],
  summary:
    'Whom neither the app nor a mail reaches, with the reason and the classes, for a list on paper; at most 2000 people.',
});

export const exportReaders = endpoint({
  method: 'GET',
  path: '/channels/news/{id}/readers/export',
  auth: 'user',
  needs: { can: 'news.view-statistics' },
  params: one,
  query: z.object({ format: z.enum(READERS_FORMATS) }),
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  summary: 'Everybody who was asked to confirm a news item, and how they did, as a workbook or as CSV in UTF-8.',
});

export const confirmOnPaper = endpoint({
  method: 'POST',
  path: '/channels/news/{id}/readers/{user_id}/paper',
  auth: 'user',
  needs: { can: 'news.view-statistics' },
  params: reader,
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  audit: 'news:audit.paper',
  summary: 'Enters the slip on which somebody confirmed a news item; where they have confirmed it, nothing changes.',
});

export const removePaper = endpoint({
  method: 'DELETE',
  path: '/channels/news/{id}/readers/{user_id}/paper',
  auth: 'user',
  needs: { can: 'news.view-statistics' },
  params: reader,
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  audit: 'news:audit.paperRemoved',
  summary: 'Takes back a slip that was entered by mistake; what somebody confirmed themselves stays.',
});
