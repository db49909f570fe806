import {
  ALL_MESSAGES_A_MINUTE,
  CHAT_MESSAGES_A_MINUTE,
  type ChatBlock,
  type channelEvents,
  type Message,
} from '@kreide/core/features/channels';
import { ApiError, type Issue, type PayloadOf } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { keepUploads } from '../../files/index.ts';
import { otherOf } from '../opened.ts';
import { type ChannelRow, type ForWriting, findChannel, listForWriting } from '../queries/channel-of.ts';
import { findByUuid } from '../queries/chat-messages.ts';
import { type Change, type NewMessage, writeMessages } from '../queries/chat-write.ts';
import { addMentions } from '../queries/mentions.ts';
import { findBlock, placeOf } from './opened-chat.ts';
import { showMessage, toShown } from './show-message.ts';
import { toTextRow } from './shown-message.ts';

type Refusal = ChatBlock | 'chat_contact' | 'not_found' | 'duplicate' | 'messages_too_many';

/** Who writes in which chat. */
export interface Addressed {
  params: { chatId: number };
  actor: Actor;
  now: Date;
  fail(code: Refusal, details?: { retry_after?: number; issues?: Issue[] }): never;
}

/** A message that somebody wants to write. */
export interface Letter extends Addressed {
  message: Omit<NewMessage, 'user_id'>;
  /** Refuses it for a reason of its own. */
  refuse?: ((channel: ChannelRow) => void) | undefined;
}

/** What became of a letter: written, there already, or refused. */
export type Written =
  | {
      message: Message;
      channelId: number;
      members: readonly number[];
      told: PayloadOf<typeof channelEvents.messageCreated>;
    }
  | { channel: ChannelRow; known: { seq: number } }
  | { refused: unknown };

export const aMinuteBefore = (now: Date) => new Date(now.getTime() - 60_000).toISOString();

/** Refuses what nobody types within a minute. */
export function refuseFlood({ all, here }: { all: number; here: number }, { fail }: Pick<Addressed, 'fail'>): void {
  if (Number(here) >= CHAT_MESSAGES_A_MINUTE || Number(all) >= ALL_MESSAGES_A_MINUTE)
    fail('messages_too_many', { retry_after: 60 });
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

/** Refuses a letter that its author may not write, where the channel is held. */
async function judge(db: Kysely<DB>, { actor, now, fail, message, refuse }: Letter, held: ForWriting): Promise<void> {
  const { channel, written } = held;
  const block = await findBlock(db, actor, channel, now);
  if (block !== null) return fail(block);
  refuse?.(channel);
  if (message.reply_uuid !== null && !(await canAnswer(db, actor, channel, message.reply_uuid)))
    return fail('not_found');
  refuseFlood(written, { fail });
}

/** The message as its author has it now. */
async function show(db: Kysely<DB>, fileKey: Uint8Array, letter: Letter, held: ForWriting, change: Change) {
  const { actor, now, message } = letter;
  const showing = { actor, channel: held.channel, now, fileKey };
  // Nothing has to be looked up for a text alone, and until the answer is there everybody waits.
  const isTextAlone =
    message.reply_uuid === null &&
    message.file_id === undefined &&
    message.target === undefined &&
    !message.mentions?.length;
  if (isTextAlone) return toShown(toTextRow({ ...message, user_id: actor.user_id }, change, held.author), showing);
  const shown = await showMessage(db, showing, change.messages_sent);
  if (!shown) throw new Error('the message that was just written is not there');
  return shown;
}

/**
 * Writes letters into a chat whose channel is held, in their order: what may not be written is refused to its author, and
 * all others are one change. Beyond that, something is asked only for what carries more than a text.
 */
export async function writeLetters(
  db: Kysely<DB>,
  fileKey: Uint8Array,
  chatId: number,
  letters: readonly Letter[],
): Promise<Written[]> {
  const school_id = letters[0]?.actor.school_id ?? 0;
  const writers = letters.map(({ actor, message, now }) => ({
    user_id: actor.user_id,
    uuid: message.uuid,
    since: aMinuteBefore(now),
  }));
  const all = await listForWriting(db, { school_id, chat_id: chatId }, writers);
  const accepted: { letter: Letter; held: ForWriting; at: number }[] = [];
  const results: Written[] = [];
  for (const [at, letter] of letters.entries()) {
    try {
      const found = all?.[at] ?? letter.fail('not_found');
      const { user_id } = letter.actor;
      const before = accepted.filter((other) => other.letter.actor.user_id === user_id).length;
      const { known, channel, written } = found;
      if (known && channel.member_id !== null) {
        const isSame = known.user_id === user_id && known.chat_id === chatId;
        results[at] = isSame ? { channel, known } : letter.fail('duplicate');
        continue;
      }
      const held = { ...found, written: { all: Number(written.all) + before, here: Number(written.here) + before } };
      await judge(db, letter, held);
      accepted.push({ letter, held, at });
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      results[at] = { refused };
    }
  }
  const [first] = accepted;
  if (!first) return results;
  const { channel } = first.held;
  const fileIds = accepted.flatMap(({ letter }) => letter.message.file_id ?? []);
  if (fileIds.length > 0) await keepUploads(db, school_id, fileIds, 'chat_attachment');
  const changes = await writeMessages(
    db,
    { school_id, id: channel.id },
    accepted.map(({ letter: { message, actor, now } }) => ({
      ...message,
      user_id: actor.user_id,
      at: now.toISOString(),
    })),
  );
  const mentioning = accepted.flatMap(({ letter }, index) =>
    (letter.message.mentions ?? []).map((one) => ({ ...one, seq: changes[index]?.messages_sent ?? 0 })),
  );
  await addMentions(db, { school_id, chat_id: chatId }, mentioning);
  for (const [index, { letter, held, at }] of accepted.entries()) {
    const change = changes[index] as Change;
    const { chat_id, messages_sent: seq, change_seq } = change;
    const { uuid } = letter.message;
    const told = { channel_id: channel.id, chat_id, change_seq, seq, uuid, user_id: letter.actor.user_id };
    results[at] = {
      message: await show(db, fileKey, letter, held, change),
      channelId: channel.id,
      members: held.members,
      told: { ...told, created_at: change.at },
    };
  }
  return results;
}
