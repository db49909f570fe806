import type { Channel } from './channel.ts';
import { unreadCountOf } from './rules.ts';

/** What happened to a channel of the reader; the same shape for an event and an optimistic echo. */
export type ChannelChange =
  /** A message was written, by the reader or somebody else. */
  | {
      readonly type: 'message';
      readonly channel_id: number;
      readonly seq: number;
      readonly change_seq: number;
      readonly created_at: string;
      readonly is_own: boolean;
    }
  /** The reader has read up to a message. */
  | { readonly type: 'read'; readonly channel_id: number; readonly read_seq: number }
  /** The reader has set or taken back that it is unread. */
  | { readonly type: 'unread'; readonly channel_id: number; readonly is_unread: boolean };

/** Something new in it calls its reader: nothing does in a muted one. */
const calls = ({ is_unread, meta }: Channel): boolean => is_unread && !meta.is_muted;

/** It follows the school, and nobody has written in it: no news, however young it is. */
const isSilent = ({ target_types, chat }: Channel): boolean => target_types.length > 0 && chat.messages_sent === 0;

/** The order of the list: pinned first, then what is unread, silent ones last, each by the newest activity (C-2.02). */
export function compareChannels(one: Channel, other: Channel): number {
  return (
    Number(other.meta.is_pinned) - Number(one.meta.is_pinned) ||
    Number(calls(other)) - Number(calls(one)) ||
    Number(isSilent(one)) - Number(isSilent(other)) ||
    Date.parse(other.activity_at) - Date.parse(one.activity_at) ||
    other.id - one.id
  );
}

/** One channel after a change of it. Late events change nothing: places in a chat only rise. */
export function changeChannel<One extends Channel>(channel: One, change: ChannelChange): One {
  if (change.channel_id !== channel.id) return channel;
  if (change.type === 'unread') return withCounts(channel, channel.chat, change.is_unread);
  const { chat } = channel;
  if (change.type === 'read') {
    const read_seq = Math.max(chat.read_seq, change.read_seq);
    // Reading takes the mark back that somebody set by hand.
    return withCounts(channel, { ...chat, read_seq }, false);
  }
  const { seq, change_seq, created_at, is_own } = change;
  const messages_sent = Math.max(chat.messages_sent, seq);
  const moved = {
    ...chat,
    messages_sent,
    change_seq: Math.max(chat.change_seq, change_seq),
    read_seq: is_own ? Math.max(chat.read_seq, seq) : chat.read_seq,
    updated_at: later(chat.updated_at, created_at),
  };
  const counted = withCounts(channel, moved, channel.meta.is_unread);
  return { ...counted, activity_at: later(channel.activity_at, created_at) };
}

const later = (one: string, other: string): string => (Date.parse(one) < Date.parse(other) ? other : one);

function withCounts<One extends Channel>(channel: One, chat: Channel['chat'], isMarked: boolean): One {
  const last_unread_count = unreadCountOf(chat);
  return {
    ...channel,
    chat,
    is_unread: isMarked || last_unread_count > 0,
    meta: { ...channel.meta, last_unread_count, is_unread: isMarked },
  };
}

/**
 * A list of the own channels after a change, as the server would answer it now. A channel that is not in the list, and a
 * list that shows unread ones only, are asked for again.
 * @param channels in the order of the list; not modified
 */
export function applyChannels(channels: readonly Channel[], change: ChannelChange): Channel[] {
  return channels.map((channel) => changeChannel(channel, change)).sort(compareChannels);
}
