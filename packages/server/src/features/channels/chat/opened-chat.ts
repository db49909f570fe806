import {
  type Chat,
  type ChatBlock,
  chatBlockOf,
  KNOCK_PAUSE_SECONDS,
  type PinnedMessage,
  seesMembers,
  unreadCountOf,
  writingEndOf,
} from '@kreide/core/features/channels';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { countFamilies, listUnreachable } from '../../users/index.ts';
import { contactsOf } from '../contacts-of.ts';
import { channelCanOf } from '../opened.ts';
import { type ChannelRow, findChannel } from '../queries/channel-of.ts';
import { listAudience } from '../queries/chat-members.ts';
import { findMessage } from '../queries/chat-messages.ts';
import { toAuthor, toExcerpt } from './shown-message.ts';

/** The numbers of a chat for one of its members. */
export function placeOf({ messages_sent, read_seq, visible_from_seq }: ChannelRow) {
  return { messages_sent, read_seq: read_seq ?? 0, visible_from_seq: visible_from_seq ?? 0 };
}

/** When somebody may knock again; null: now. */
export function nextKnockOf({ knocked_at }: ChannelRow, now: Date): Date | null {
  if (knocked_at === null) return null;
  const next = new Date(Date.parse(knocked_at) + KNOCK_PAUSE_SECONDS * 1000);
  return next > now ? next : null;
}

/**
 * Why somebody cannot write in a chat: the school uses none, how the channel is, and in a conversation whom the school lets them write
 * to.
 */
export async function findBlock(
  db: Kysely<DB>,
  actor: Actor,
  channel: ChannelRow,
  now: Date,
): Promise<ChatBlock | 'chat_contact' | null> {
  const member = channel.member_id === null ? null : { is_admin: channel.is_admin === true };
  if (member !== null && !actor.has_channels) return 'channels_off';
  const block = chatBlockOf(channel, member, now);
  if (block !== null || channel.type !== 'CHAT') return block;
  const other = channel.low_user_id === actor.user_id ? channel.high_user_id : channel.low_user_id;
  if (other === null) return null;
  const unreachable = await listUnreachable(db, contactsOf(actor, now), [other]);
  return unreachable?.length === 0 ? null : 'chat_contact';
}

/** The message that stands above the others; null where the reader does not see it. */
async function findPinned(db: Kysely<DB>, actor: Actor, channel: ChannelRow): Promise<PinnedMessage | null> {
  if (channel.pinned_seq === null || channel.member_id === null) return null;
  const { visible_from_seq } = placeOf(channel);
  const part = { school_id: actor.school_id, chat_id: channel.chat_id, visible_from_seq, reader_id: actor.user_id };
  const row = await findMessage(db, part, channel.pinned_seq);
  if (!row || row.unset_at !== null) return null;
  return {
    id: row.seq,
    type: row.type as PinnedMessage['type'],
    user: toAuthor(row.user_id, row.firstname, row.lastname),
    excerpt: toExcerpt(row.content || (row.voice_seconds === null ? (row.file_name ?? '') : '')),
  };
}

interface Showing {
  db: Kysely<DB>;
  actor: Actor;
  now: Date;
  t: Translate;
}

/** A chat as one of its members has it now, for an answer. */
export async function showChat({ db, actor, now, t }: Showing, chatId: number): Promise<{ data: Chat }> {
  const channel = await findChannel(db, actor.school_id, actor.user_id, { chat_id: chatId });
  if (!channel) throw new Error('a chat went while it was held');
  const key = { school_id: actor.school_id, id: channel.id };
  const audience = await listAudience(db, key, actor.user_id);
  const isForParents = channel.target === 'parents' || channel.target === 'course-parents';
  const block = await findBlock(db, actor, channel, now);
  const place = placeOf(channel);
  const can = channelCanOf(actor, channel, now);
  const readBy = seesMembers(channel, can) ? audience.map(({ read_seq }) => read_seq) : [];
  const readers = audience.map(({ user_id }) => user_id);
  return {
    data: {
      id: channel.chat_id,
      channel_id: channel.id,
      change_seq: channel.change_seq,
      ...place,
      created_at: channel.created_at,
      updated_at: channel.last_change_at,
      last_unread_count: unreadCountOf(place),
      is_unread: channel.is_unread === true,
      is_pinned: channel.is_pinned === true,
      readers_count: audience.length,
      read_by_all_seq: readBy.length > 0 ? Math.min(...readBy) : null,
      families_count: isForParents ? await countFamilies(db, actor.school_id, readers) : null,
      next_possible_knock_at: nextKnockOf(channel, now)?.toISOString() ?? null,
      can,
      twoway_expires_at: channel.is_twoway ? channel.twoway_expires_at : null,
      writing_ends_at: writingEndOf(
        channel,
        channel.member_id === null ? null : { is_admin: channel.is_admin === true },
      ),
      block: block && t(`errors:${block}`),
      is_answered_alone: block === 'chat_oneway',
      pinned_message: await findPinned(db, actor, channel),
    },
  };
}
