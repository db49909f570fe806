import {
  ALL_MESSAGES_A_MINUTE,
  CHAT_MESSAGES_A_MINUTE,
  type ChatBlock,
  channelEvents,
  type chatApi,
  KNOCK_MAXIMUM,
  type Message,
  messageProblems,
} from '@kreide/core/features/channels';
import type { Issue, Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Actor, HandlerContext } from '../../../kernel/context.ts';
import type { DB } from '../../../kernel/database.generated.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { refuseIssues } from '../../../kernel/validate.ts';
import { type Bringing, keepUploads, storeUpload, type UploadParts } from '../../files/index.ts';
import { channelCanOf, otherOf } from '../opened.ts';
import { type ChannelRow, findChannel, findForWriting } from '../queries/channel-of.ts';
import { setPlace } from '../queries/chat-members.ts';
import { countWritten, findByUuid, findMessage, type MessageRow } from '../queries/chat-messages.ts';
import { holdChannel, type NewMessage, writeMessage } from '../queries/chat-write.ts';
import { findBlock, nextKnockOf, placeOf } from './opened-chat.ts';
import { toMessage, toTextRow } from './shown-message.ts';

type Api = typeof chatApi;
type Refusal = ChatBlock | 'chat_contact' | 'not_found' | 'duplicate' | 'messages_too_many';

/** What chats need of the server, for their files. */
export type ChatParts = UploadParts & Pick<FeatureParts, 'fileKey' | 'translator'>;

/** Refuses a text that the composer refuses too; beside a file there may be none. */
export function refuseContent(
  content: string,
  t: Translate,
  { maximum, isOptional = false }: { maximum?: number; isOptional?: boolean } = {},
): void {
  if (isOptional && content.trim() === '') return;
  refuseIssues(
    messageProblems(content, maximum).map(({ field, rule, params }) => ({
      ...{ path: `body.${field}`, rule, params, message: t(`chat:rules.${rule}`, params) },
    })),
  );
}

interface Showing {
  actor: Actor;
  channel: ChannelRow;
  now: Date;
  fileKey: Uint8Array;
}

/** One message as the caller has it, for an answer. */
export async function showMessage(db: Kysely<DB>, showing: Showing, seq: number): Promise<Message | null> {
  const { actor, channel } = showing;
  const { visible_from_seq } = placeOf(channel);
  const part = { school_id: actor.school_id, chat_id: channel.chat_id, visible_from_seq };
  const row = await findMessage(db, part, seq);
  return row && toShown(row, showing);
}

function toShown(row: MessageRow, { actor, channel, now, fileKey }: Showing): Message {
  const { read_seq } = placeOf(channel);
  return toMessage(row, { user_id: actor.user_id, read_seq, can: channelCanOf(actor, channel, now), now, fileKey });
}

/** What writing a message needs of a call. */
export interface Sending extends Pick<HandlerContext, 'now' | 't' | 'write' | 'emit'> {
  params: { chatId: number };
  actor: Actor;
  db: Kysely<DB>;
  fail(code: Refusal, details?: { retry_after?: number; issues?: Issue[] }): never;
}

const aMinuteBefore = (now: Date) => new Date(now.getTime() - 60_000).toISOString();

/** Refuses what nobody types within a minute. */
function refuseFlood({ all, here }: { all: number; here: number }, { fail }: Pick<Sending, 'fail'>): void {
  if (Number(here) >= CHAT_MESSAGES_A_MINUTE || Number(all) >= ALL_MESSAGES_A_MINUTE)
    fail('messages_too_many', { retry_after: 60 });
}

/**
 * Stores the file of a message that is about to be written, unless it was written before or nobody would take it: then
 * `write` says so, and nothing was stored for it.
 */
export async function storeFile(
  context: Sending & Pick<HandlerContext, 'files'>,
  parts: ChatParts,
  uuid: string,
  values: Pick<Bringing, 'alt_name' | 'kinds'>,
): Promise<{ file_id?: number }> {
  const { params, actor, db, now, t, files, fail } = context;
  const { school_id, user_id } = actor;
  const [received] = files;
  if (!received) return {};
  const seen = await findChannel(db, school_id, user_id, { chat_id: params.chatId });
  if (!seen || (await findByUuid(db, school_id, uuid))) return {};
  const block = await findBlock(db, actor, seen, now);
  if (block !== null) return fail(block);
  refuseFlood(await countWritten(db, school_id, user_id, params.chatId, aMinuteBefore(now)), context);
  const { id } = await storeUpload(parts, received, { school_id, user_id, now, t, ...values });
  return { file_id: id };
}

/**
 * May a message in a channel answer another one? One of the same chat; and in a conversation what its other person wrote
 * in a channel where the sender reads it: an answer to the author alone (D-6.12).
 */
async function canAnswer(db: Kysely<DB>, actor: Actor, channel: ChannelRow, uuid: string): Promise<boolean> {
  const answered = await findByUuid(db, actor.school_id, uuid);
  if (!answered || answered.chat_id === channel.chat_id) return answered !== null;
  if (channel.type !== 'CHAT' || answered.user_id !== otherOf(channel, actor)) return false;
  const origin = await findChannel(db, actor.school_id, actor.user_id, { chat_id: answered.chat_id });
  return origin !== undefined && origin.member_id !== null && answered.seq > placeOf(origin).visible_from_seq;
}

/**
 * Writes a message into a chat. The channel is held first: whoever was taken out of it before gets nothing and sends
 * nothing, whoever is taken out after still gets this one. Whatever the number of members, it touches the chat, the channel
 * and the row of the sender (C-7.120).
 */
export async function sendMessage(
  context: Sending,
  { fileKey }: Pick<ChatParts, 'fileKey'>,
  message: Omit<NewMessage, 'user_id'>,
  refuse?: (channel: ChannelRow) => void,
): Promise<{ data: Message }> {
  const { params, actor, now, fail } = context;
  const { school_id, user_id } = actor;
  const seen = await findChannel(context.db, school_id, user_id, { chat_id: params.chatId });
  if (!seen) return fail('not_found');
  const early = await findBlock(context.db, actor, seen, now);
  if (early !== null && seen.member_id === null) return fail(early);
  const db = await context.write();
  const key = { school_id, id: seen.id };
  await holdChannel(db, key);
  const wanted = { school_id, user_id, chat_id: params.chatId, uuid: message.uuid, since: aMinuteBefore(now) };
  const held = await findForWriting(db, wanted);
  if (!held || held.channel.member_id === null) return fail('chat_no_member');
  const { channel, known, author, written, members } = held;
  if (known) {
    const isSame = known.user_id === user_id && known.chat_id === params.chatId;
    const shown = isSame ? await showMessage(db, { actor, channel, now, fileKey }, known.seq) : null;
    return shown ? { data: shown } : fail('duplicate');
  }
  const block = await findBlock(db, actor, channel, now);
  if (block !== null) return fail(block);
  refuse?.(channel);
  if (message.reply_uuid !== null && !(await canAnswer(db, actor, channel, message.reply_uuid)))
    return fail('not_found');
  refuseFlood(written, context);
  if (message.file_id !== undefined) await keepUploads(db, school_id, [message.file_id], 'chat_attachment');
  const change = await writeMessage(db, key, { ...message, user_id }, now);
  const { chat_id, messages_sent: seq, change_seq, at: created_at } = change;
  const told = { channel_id: key.id, chat_id, change_seq, seq, uuid: message.uuid, user_id, created_at };
  await context.emit(channelEvents.messageCreated, { users: members }, told);
  const showing = { actor, channel, now, fileKey };
  // Nothing has to be looked up for a text alone, and until the answer is there everybody waits.
  const isTextAlone = message.reply_uuid === null && message.file_id === undefined && message.target === undefined;
  const row = isTextAlone ? toTextRow({ ...message, user_id }, change, author) : null;
  const shown = row ? toShown(row, showing) : await showMessage(db, showing, seq);
  if (!shown) throw new Error('the message that was just written is not there');
  return { data: shown };
}

/** What people write. */
export function sendingHandlers(parts: ChatParts) {
  return {
    async send(context: HandlerContext<Api['send']>) {
      const { body, files, t } = context;
      const { uuid, reply_uuid = null, content = '', file_alt_name = '' } = body;
      refuseContent(content, t, { isOptional: files.length > 0 });
      const file = await storeFile(context, parts, uuid, { alt_name: file_alt_name });
      return sendMessage(context, parts, { uuid, type: 'MESSAGE', content: content.trim(), reply_uuid, ...file });
    },

    async knock(context: HandlerContext<Api['knock']>) {
      const { body, actor, now, t, write: open, fail } = context;
      const content = body.content.trim();
      if (content !== '') refuseContent(content, t, { maximum: KNOCK_MAXIMUM });
      const message = { uuid: body.uuid, type: 'KNOCK', content, reply_uuid: null } as const;
      let channelId: number | null = null;
      const answer = await sendMessage(context, parts, message, (channel) => {
        const next = nextKnockOf(channel, now);
        if (next !== null) {
          const next_possible_knock_at = next.toISOString();
          const issue = { path: 'next_possible_knock_at', rule: 'pause', params: { next_possible_knock_at } };
          const retry_after = Math.ceil((next.getTime() - now.getTime()) / 1000);
          fail('knock_too_soon', { retry_after, issues: [{ ...issue, message: t('errors:knock_too_soon') }] });
        }
        channelId = channel.id;
      });
      if (channelId !== null) {
        const key = { school_id: actor.school_id, id: channelId };
        await setPlace(await open(), key, actor.user_id, { knocked_at: now.toISOString() });
      }
      return answer;
    },
  };
}
