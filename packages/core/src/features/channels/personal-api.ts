import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { chatPlace, message } from './chat/schema.ts';
import { notification, notificationCounts, personalChannel } from './schema.ts';

export const getPersonal = endpoint({
  method: 'GET',
  path: '/channels/personal-channel',
  auth: 'user',
  needs: 'self',
  answer: f.answerOf(personalChannel),
  summary: 'The personal notification channel of the caller, with its chat.',
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages',
  auth: 'user',
  needs: 'member',
  params: z.object({ chatId: f.idText }),
  query: z.object({
    page: f.pageQuery,
    is_read: z.optional(f.flagText),
    updated_at: z.optional(f.instant),
    after_change: z.optional(f.countText),
    before: z.optional(f.countText),
  }),
  answer: z.extend(f.answerOf(z.array(z.union([notification, message]))), {
    ...notificationCounts.shape,
    chat: z.optional(chatPlace),
  }),
  errors: ['not_found'],
  summary:
    'The messages of a chat, newest first, 30 a page; before: those before a message; after_change or updated_at: what has changed since then, in its order, and beyond 200 changes the newest page with reset. Of the own personal channel its notifications, 20 a page and one more that opens the next page. With is_read only read or only unread ones.',
});
