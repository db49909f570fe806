import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';

/** Where something happened in a chat, and at which of its changes; what was written is asked for by who looks at it. */
const place = { channel_id: f.id, chat_id: f.id, change_seq: z.int() };

export const messageCreated = event({
  name: 'message.created',
  payload: z.object({ ...place, seq: z.int(), uuid: f.uuid, user_id: z.nullable(f.id), created_at: f.instant }),
  summary:
    'A message was written in a chat of the receiver (C-7.112). Is `change_seq` not the next one, something was missed.',
});

export const messageChanged = event({
  name: 'message.changed',
  payload: z.object({
    ...place,
    seq: z.int(),
    uuid: f.uuid,
    /** Nothing of it is another but how people have reacted. */
    is_reaction: z.optional(z.boolean()),
  }),
  summary: 'A message was edited, taken back or reacted to, or the messages of a chat were cleared.',
});

export const channelRead = event({
  name: 'channel.read',
  payload: z.object({ channel_id: f.id, chat_id: f.id, read_seq: z.int(), last_unread_count: z.int() }),
  summary: 'The receiver has read a chat up to a message, on whichever device (C-7.113).',
});

export const channelReadByAll = event({
  name: 'channel.read-by-all',
  payload: z.object({ channel_id: f.id, chat_id: f.id, read_by_all_seq: z.int() }),
  summary: 'All other members have read what the receiver has written in a chat, up to a message.',
});

export const channelUnread = event({
  name: 'channel.unread',
  payload: z.object({ channel_id: f.id, chat_id: f.id, is_unread: z.boolean() }),
  summary: 'The receiver has set or taken back that a chat is unread (C-7.114).',
});

export const channelChanged = event({
  name: 'channel.changed',
  payload: z.object({ channel_id: f.id }),
  summary: 'A channel is new to the receiver, is another now, or is theirs no longer.',
});

export const typing = event({
  name: 'typing',
  payload: z.object({ chat_id: f.id, user_id: f.id, displayname: z.string() }),
  summary:
    'Somebody types in a chat of the receiver; without another within two seconds they have stopped. A client whispers it with the chat’s id alone: it is relayed to the other members and stored nowhere (C-7.116).',
});

/** What a client whispers while its person types. */
export const typingWhisper = z.strictObject({ chat_id: f.id });
