import * as z from 'zod/mini';
import { endpoint } from '../../../kernel/endpoint.ts';
import * as f from '../../../kernel/fields.ts';
import '../errors.ts';
import { FILE_MAXIMUM_BYTES } from '../../files/index.ts';
import { translationAnswer, translationQuery } from '../../translations/index.ts';
import { MESSAGE_TIMEOUT } from './rules.ts';
import {
  chat,
  knockDraft,
  message,
  messageDraft,
  messageReactor,
  messageReader,
  messageUpdate,
  reactionUpdate,
} from './schema.ts';
import { VOICE_MAXIMUM_BYTES, voiceDraft } from './voice.ts';

export { around, first, newer, search } from './finding-api.ts';
export { decideReport, listReports, openReport, report } from './reports-api.ts';

const inChat = z.object({ chatId: f.idText });
const oneMessage = z.object({ chatId: f.idText, id: f.idText });
const BLOCKED = ['chat_no_member', 'chat_oneway', 'chat_disabled', 'channels_off', 'chat_contact'] as const;

export const get = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  answer: f.answerOf(chat),
  errors: ['not_found'],
  summary: 'A chat as the caller has it, with how many people read what they send.',
});

export const send = endpoint({
  method: 'POST',
  path: '/channels/chats/{chatId}/messages',
  auth: 'user',
  needs: { can: 'channels.write' },
  params: inChat,
  body: messageDraft,
  upload: { max_files: 1, max_bytes: FILE_MAXIMUM_BYTES, is_optional: true },
  answer: f.answerOf(message),
  errors: ['not_found', 'duplicate', 'messages_too_many', 'survey_over', ...BLOCKED],
  timeout: MESSAGE_TIMEOUT,
  summary:
    'Sends a text message, or as a form one with a file; with survey_form_id a survey of the caller’s goes with it; the same uuid again answers with the message that there is.',
});

export const sendVoice = endpoint({
  method: 'POST',
  path: '/channels/chats/{chatId}/messages/voice',
  auth: 'user',
  needs: { can: 'channels.write' },
  params: inChat,
  body: voiceDraft,
  upload: { max_files: 1, max_bytes: VOICE_MAXIMUM_BYTES },
  answer: f.answerOf(message),
  errors: ['not_found', 'duplicate', 'messages_too_many', ...BLOCKED],
  timeout: 600_000,
  summary:
    'Sends a recording of at most five minutes, MP4, WebM or Ogg by its bytes; the same uuid again answers with the message that there is.',
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/{id}',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: oneMessage,
  answer: f.answerOf(message),
  errors: ['not_found'],
  summary: 'One message of a chat.',
});

export const translate = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/{id}/translate',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: oneMessage,
  query: translationQuery,
  answer: translationAnswer,
  errors: ['not_found', 'translation_failed'],
  summary:
    'The text of a message in another language, made by the service of this installation; nothing of it is kept.',
});

export const edit = endpoint({
  method: 'PUT',
  path: '/channels/chats/{chatId}/messages/{id}',
  auth: 'user',
  needs: { can: 'message.edit' },
  params: oneMessage,
  body: messageUpdate,
  answer: f.answerOf(message),
  errors: ['not_found', 'message_too_old', 'message_gone', ...BLOCKED],
  summary: 'Changes the text of an own message within 15 minutes; everybody sees that it was changed.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/channels/chats/{chatId}/messages/{id}',
  auth: 'user',
  needs: { can: 'message.delete' },
  params: oneMessage,
  answer: f.answerOf(message),
  errors: ['not_found', 'message_too_old'],
  audit: 'chat:audit.remove',
  summary: 'Takes a message back: its content is gone for all, who did it and when is shown. Again changes nothing.',
});

export const listReaders = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/{id}/readers',
  auth: 'user',
  needs: { can: 'message.readers' },
  params: oneMessage,
  query: z.object({ page: f.pageQuery, search: z.optional(f.line(100)) }),
  answer: z.extend(f.answerOf(z.array(messageReader)), { count: z.int() }),
  errors: ['not_found'],
  summary:
    'Who has read a message, by name, 50 a page and one more that opens the next page; for its author and the administrators of the channel.',
});

export const react = endpoint({
  method: 'PUT',
  path: '/channels/chats/{chatId}/messages/{id}/reaction',
  auth: 'user',
  needs: { can: 'message.react' },
  params: oneMessage,
  body: reactionUpdate,
  answer: f.answerOf(message),
  errors: ['not_found', 'message_gone', 'reactions_off', ...BLOCKED],
  summary: 'Reacts to a message, or with null takes that back; everybody has one reaction to a message.',
});

export const listReactors = endpoint({
  method: 'GET',
  path: '/channels/chats/{chatId}/messages/{id}/reactions',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: oneMessage,
  query: z.object({ page: f.pageQuery }),
  answer: z.extend(f.answerOf(z.array(messageReactor)), { count: z.int() }),
  errors: ['not_found', 'reactions_off'],
  summary:
    'Who has reacted to a message, by name, 50 a page and one more that opens the next page; not where the list of members is hidden from the caller.',
});

export const pinMessage = endpoint({
  method: 'PUT',
  path: '/channels/chats/{chatId}/pinned-message',
  auth: 'user',
  needs: { can: 'message.pin' },
  params: inChat,
  body: z.strictObject({ message_id: z.nullable(f.id) }),
  answer: f.answerOf(chat),
  errors: ['not_found', 'message_gone', ...BLOCKED],
  audit: 'chat:audit.pin',
  summary:
    'Lets one message stand above all others of a chat, or with null none; for the administrators of the channel, in a conversation for both.',
});

export const knock = endpoint({
  method: 'POST',
  path: '/channels/chats/{chatId}/messages/knock',
  auth: 'user',
  needs: { can: 'channels.knock' },
  params: inChat,
  body: knockDraft,
  answer: f.answerOf(message),
  errors: ['not_found', 'duplicate', 'knock_too_soon', 'messages_too_many', ...BLOCKED],
  summary: 'Knocks in a chat; 429 with next_possible_knock_at for a minute after the last time.',
});

export const read = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/channels/chats/{chatId}/read',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  body: z.strictObject({ read_seq: z.nullable(z.int().check(z.minimum(0))) }),
  answer: f.answerOf(chat),
  errors: ['not_found'],
  summary: 'Marks the chat read up to a message, with null whole; the place never falls.',
});

export const setUnread = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/channels/chats/{chatId}/unread',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  body: z.strictObject({ is_unread: z.boolean() }),
  answer: f.answerOf(chat),
  errors: ['not_found'],
  summary: 'Marks a chat as unread by hand, or takes that back; who has read what stays as it is.',
});

export const setPinned = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/channels/chats/{chatId}/pin',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChat,
  body: z.strictObject({ is_pinned: z.boolean() }),
  answer: f.answerOf(chat),
  errors: ['not_found'],
  summary: 'Puts a chat at the top of the own list, or back among the others.',
});

export const clear = endpoint({
  method: 'POST',
  path: '/channels/{id}/clear-messages',
  auth: 'user',
  needs: { can: 'channels.moderate' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(chat),
  errors: ['not_found'],
  audit: 'chat:audit.clear',
  summary: 'Clears the messages of a channel for all its members; its administrators only.',
});
