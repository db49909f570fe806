import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';

export const changed = event({
  name: 'survey.changed',
  payload: z.object({ id: f.id }),
  summary:
    'A survey has another state or other results for the receiver, who asks for it anew. Answers to an anonymous survey are never told.',
});

export const removed = event({
  name: 'survey.removed',
  payload: z.object({ id: f.id }),
  summary: 'A survey was deleted.',
});
