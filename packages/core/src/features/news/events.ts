import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';
import { sharedNewsItem } from './schema.ts';

export const saved = event({
  name: 'news.saved',
  payload: sharedNewsItem,
  summary:
    'A news item was published, changed, pinned or restored: told to its receivers and its author. One that is scheduled is told to its author only.',
});

export const removed = event({
  name: 'news.removed',
  payload: z.object({ id: f.id }),
  summary: 'A news item is gone: deleted, put off to a time to come, or sent to other receivers.',
});
