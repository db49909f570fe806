import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
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
  query: z.object({ page: f.pageQuery, is_read: z.optional(f.flagText) }),
  answer: z.extend(f.answerOf(z.array(notification)), notificationCounts.shape),
  errors: ['not_found'],
  summary:
    'The notifications of the own personal channel, newest first, 20 a page and one more that opens the next page; with is_read only read or only unread ones.',
});

export {
  get,
  getMetrics,
  getSettings,
  joinByCode,
  list,
  listContacts,
  listOwn,
  listSelfPostable,
  renewCode,
  setLeavable,
  setMemberlist,
  setOneway,
  setState,
  start,
  startConversation,
  update,
  updateSettings,
} from './channels-api.ts';
export {
  addUsers,
  archive,
  leave,
  listUsers,
  mute,
  pin,
  removeUsers,
  toggleAdmin,
  unarchive,
} from './members-api.ts';
