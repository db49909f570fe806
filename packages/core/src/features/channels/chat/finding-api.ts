import * as z from 'zod/mini';
import { endpoint } from '../../../kernel/endpoint.ts';
import * as f from '../../../kernel/fields.ts';
import { chatPlace, message } from './schema.ts';
import { SEARCH_MAXIMUM } from './search.ts';

const inChat = z.object({ chatId: f.idText });
const part = z.extend(f.answerOf(z.array(message)), {
  change_seq: z.int(),
  chat: z.extend(chatPlace, {
    /** There are newer ones than those of this answer. */
    has_newer: z.boolean(),
  }),
});

export const search = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/search',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  query: z.object({ q: f.line(SEARCH_MAXIMUM), before: z.optional(f.countText) }),
  answer: z.extend(f.answerOf(z.array(message)), {
    /** There are older ones that were found. */
    has_more: z.boolean(),
  }),
  errors: ['not_found'],
  summary:
    'The messages of a chat in which all words occur, newest first, 30 a page; before: those before a message. A word of three letters or more is found inside of others too, a shorter one as a whole word; names and descriptions of files count as text.',
});

export const around = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/around',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  query: z.object({ seq: f.countText }),
  answer: z.extend(part, {
    /** The first message at or after the one that was asked for; null: there is none. */
    seq: z.nullable(f.id),
  }),
  errors: ['not_found'],
  summary: 'A message of a chat with some before and after it, newest first.',
});

export const newer = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/newer',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  query: z.object({ after: f.countText }),
  answer: part,
  errors: ['not_found'],
  summary: 'The 30 messages of a chat that follow a message, newest first.',
});

export const first = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/first',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  query: z.object({ date: f.date }),
  answer: f.answerOf(z.object({ seq: z.nullable(f.id) })),
  errors: ['not_found'],
  summary: 'Which message of a chat was the first on a day of the school or after it; null: none.',
});
