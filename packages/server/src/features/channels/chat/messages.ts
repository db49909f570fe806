import { type ChannelAbility, channelEvents, type chatApi } from '@kreide/core/features/channels';
import { isAllowed } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../../kernel/http/context.ts';
import { reserveAttempt } from '../../auth/index.ts';
import { translateTexts } from '../../translations/index.ts';
import { openChannel } from '../opened.ts';
import { type ChannelRow, findChannel } from '../queries/channel-of.ts';
import { hideMessages, listReaders, setPlace } from '../queries/chat-members.ts';
import { beginChange, changeMessage, holdChannel, touchReplies } from '../queries/chat-write.ts';
import { listMemberIds } from '../queries/members.ts';
import { addMentions, dropMentions, listMentioning } from '../queries/mentions.ts';
import { setPinnedMessage } from '../queries/pinned.ts';
import { isSameMentions, judgeMentions, type MentionParts, tellMentioned, toMentioning } from './mentioning.ts';
import { findBlock, placeOf, showChat } from './opened-chat.ts';
import { readUpTo } from './reading.ts';
import { type ChatParts, refuseContent } from './sending.ts';
import { showMessage } from './show-message.ts';
import { takeBack } from './taking-back.ts';

type Api = typeof chatApi;

export interface Asking extends Pick<HandlerContext, 'db' | 'now' | 't' | 'write' | 'emit'> {
  params: { chatId: number };
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

export const keyOf = ({ school_id }: Actor, { id }: ChannelRow) => ({ school_id, id });

export async function open({ params, actor, db, now, fail }: Asking, ability: ChannelAbility = 'read') {
  return openChannel(db, actor, { chat_id: params.chatId }, ability, { now, fail });
}

/** A message for a change: the channel is held, so that it stays as it is seen here. */
export async function openMessage(context: Asking & { params: { id: number } }, fileKey: Uint8Array) {
  const { params, actor, now, write, fail } = context;
  const { channel: seen } = await open(context);
  const trx = await write();
  await holdChannel(trx, keyOf(actor, seen));
  const channel = await findChannel(trx, actor.school_id, actor.user_id, { chat_id: params.chatId });
  if (!channel || channel.member_id === null) return fail('forbidden');
  const message = await showMessage(trx, { actor, channel, now, fileKey }, params.id);
  return message ? { trx, channel, message } : fail('not_found');
}

/** Tells everybody that a message is another now. */
export async function tellChange(
  { trx, channel }: Awaited<ReturnType<typeof openMessage>>,
  { actor, emit }: Asking,
  place: { change_seq: number; seq: number; uuid: string; is_reaction?: boolean },
) {
  const users = await listMemberIds(trx, keyOf(actor, channel));
  await emit(channelEvents.messageChanged, { users }, { channel_id: channel.id, chat_id: channel.chat_id, ...place });
}

/** What happens with messages that are there, and how somebody has a chat. */
export function messageHandlers(parts: Pick<ChatParts, 'fileKey' | 'store' | 'translator' | 'log'> & MentionParts) {
  const { fileKey, withdrawTold } = parts;
  return {
    async get(context: HandlerContext<Api['get']>) {
      await open(context);
      return showChat(context, context.params.chatId);
    },

    async getMessage(context: HandlerContext<Api['getMessage']>) {
      const { params, actor, db, now, fail } = context;
      const { channel } = await open(context);
      const data = await showMessage(db, { actor, channel, now, fileKey }, params.id);
      return data ? { data } : fail('not_found');
    },

    async translate(context: HandlerContext<Api['translate']>) {
      const { params, query, actor, db, now, fail } = context;
      const { channel } = await open(context);
      const message = await showMessage(db, { actor, channel, now, fileKey }, params.id);
      return message ? translateTexts(parts, [message.content], query.lang, fail) : fail('not_found');
    },

    async edit(context: HandlerContext<Api['edit']>) {
      const { params, body, actor, db, now, t, fail } = context;
      await reserveAttempt(db, { edit: `${actor.school_id}:${actor.user_id}` }, now);
      const opened = await openMessage(context, fileKey);
      const { trx, channel, message } = opened;
      refuseContent(body.content, t, { isOptional: message.file_uuid !== null });
      const isText = message.type === 'MESSAGE' && message.target_type === null;
      if (message.user_id !== actor.user_id || !isText) return fail('forbidden');
      if (message.is_unset) return fail('message_gone');
      const block = await findBlock(trx, actor, channel, now);
      if (block !== null) return fail(block);
      if (!isAllowed(message.can, 'edit')) return fail('message_too_old');
      const before = message.mentions.map(({ user }) => user.id);
      const { content, mentions: wanted } = toMentioning(body.content, body.mentions ?? [], t);
      const mentions = await judgeMentions(trx, context, channel, wanted, { before });
      if (content === message.content && isSameMentions(message.mentions, mentions)) return { data: message };
      const key = { school_id: actor.school_id, chat_id: channel.chat_id, seq: params.id };
      const change = await beginChange(trx, keyOf(actor, channel), { now });
      await touchReplies(trx, actor.school_id, change, message.uuid);
      await changeMessage(trx, actor.school_id, change, params.id, { content, edited: true });
      await dropMentions(trx, key);
      await addMentions(
        trx,
        key,
        mentions.map((one) => ({ ...one, seq: params.id })),
      );
      await tellChange(opened, context, { change_seq: change.change_seq, seq: params.id, uuid: message.uuid });
      const data = await showMessage(trx, { actor, channel, now, fileKey }, params.id);
      if (!data) return fail('not_found');
      await tellMentioned(trx, parts, context, channel, data, before);
      return { data };
    },

    async remove(context: HandlerContext<Api['remove']>) {
      const { params, actor, now, record, fail } = context;
      const opened = await openMessage(context, fileKey);
      const { trx, channel, message } = opened;
      const isOwn = message.user_id === actor.user_id;
      const before = { user_id: message.user_id, is_unset: message.is_unset };
      // What was written stands in no log: it is what is taken back.
      record({ entity: 'messages', id: message.uuid, before, after: { ...before, is_unset: true } });
      if (message.is_unset) return isOwn || channel.is_admin ? { data: message } : fail('forbidden');
      if (!isAllowed(message.can, 'delete')) return fail(isOwn ? 'message_too_old' : 'forbidden');
      await takeBack(trx, context, { channel_id: channel.id, seq: params.id, uuid: message.uuid }, parts);
      const data = await showMessage(trx, { actor, channel, now, fileKey }, params.id);
      return data ? { data } : fail('not_found');
    },

    async listReaders(context: HandlerContext<Api['listReaders']>) {
      const { params, query, actor, db, now, fail } = context;
      const { channel } = await open(context);
      const message = await showMessage(db, { actor, channel, now, fileKey }, params.id);
      if (!message) return fail('not_found');
      if (!isAllowed(message.can, 'readers')) return fail('forbidden');
      const wanted = { page: query.page ?? 1, search: query.search };
      const place = { seq: message.id, user_id: message.user_id, at: message.created_at };
      const { rows, count } = await listReaders(db, keyOf(actor, channel), place, wanted);
      return {
        data: rows.map(({ id, firstname, lastname }) => ({ id, displayname: `${firstname} ${lastname}` })),
        count: Number(count),
      };
    },

    async read(context: HandlerContext<Api['read']>) {
      const { params, body, actor, write, emit } = context;
      const { channel } = await open(context);
      const trx = await write();
      const { messages_sent } = placeOf(channel);
      const upTo = Math.min(body.read_seq ?? messages_sent, messages_sent);
      await readUpTo(trx, context, channel, upTo);
      const answer = await showChat({ ...context, db: trx }, params.chatId);
      const { read_seq, last_unread_count } = answer.data;
      const told = { channel_id: channel.id, chat_id: channel.chat_id, read_seq, last_unread_count };
      await emit(channelEvents.channelRead, { users: [actor.user_id] }, told);
      return answer;
    },

    async setUnread(context: HandlerContext<Api['setUnread']>) {
      const { params, body, actor, write, emit } = context;
      const { channel } = await open(context);
      const trx = await write();
      await setPlace(trx, keyOf(actor, channel), actor.user_id, body);
      const told = { channel_id: channel.id, chat_id: channel.chat_id, ...body };
      await emit(channelEvents.channelUnread, { users: [actor.user_id] }, told);
      return showChat({ ...context, db: trx }, params.chatId);
    },

    async setPinned(context: HandlerContext<Api['setPinned']>) {
      const { params, body, actor, write, emit } = context;
      const { channel } = await open(context);
      const trx = await write();
      await setPlace(trx, keyOf(actor, channel), actor.user_id, body);
      await emit(channelEvents.channelChanged, { users: [actor.user_id] }, { channel_id: channel.id });
      return showChat({ ...context, db: trx }, params.chatId);
    },

    async clear(context: HandlerContext<Api['clear']>) {
      const { params, actor, db, now, write, emit, record, fail } = context;
      const { channel } = await openChannel(db, actor, { id: params.id }, 'moderate', { now, fail });
      const trx = await write();
      const key = keyOf(actor, channel);
      await holdChannel(trx, key);
      const { chat_id, messages_sent, change_seq } = await beginChange(trx, key, { now });
      await hideMessages(trx, key, messages_sent);
      await setPinnedMessage(trx, key, null);
      const { school_id } = actor;
      const mentioning = await listMentioning(trx, { school_id, chat_id, seq: messages_sent });
      const told_of = mentioning.map((uuid) => `mention:${uuid}` as const);
      if (told_of.length > 0) await withdrawTold(trx, { school_id, told_of }, now);
      record({ entity: 'channels', id: channel.id, after: { cleared_up_to: messages_sent } });
      const told = { channel_id: channel.id, chat_id, change_seq, seq: messages_sent, uuid: channel.uuid };
      await emit(channelEvents.messageChanged, { users: await listMemberIds(trx, key) }, told);
      return showChat({ ...context, db: trx }, chat_id);
    },
  };
}
