import { channelEvents } from '@kreide/core/features/channels';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import type { ChannelRow } from '../queries/channel-of.ts';
import { findReadByAll, listAuthors, setRead } from '../queries/chat-members.ts';
import { holdChannel } from '../queries/chat-write.ts';

/**
 * Somebody has read a chat up to a message. Where they were the last of all, those who wrote what everybody has read now are
 * told; where who is in it is hidden, nobody (C-4.10).
 */
export async function readUpTo(
  trx: Awaited<ReturnType<HandlerContext['write']>>,
  { actor, emit }: Pick<HandlerContext, 'actor' | 'emit'>,
  channel: ChannelRow,
  upTo: number,
): Promise<void> {
  const { school_id, user_id } = actor;
  const key = { school_id, id: channel.id };
  const read = channel.read_seq ?? 0;
  const isSilent = channel.is_hidden_memberlist || upTo <= read;
  const before = isSilent ? upTo : await findReadByAll(trx, key);
  if (read > before || isSilent) return setRead(trx, key, user_id, upTo);
  // Of two who are the last at once, the second sees that the first has read.
  await holdChannel(trx, key);
  await setRead(trx, key, user_id, upTo);
  const now = await findReadByAll(trx, key);
  if (now <= before) return;
  const authors = await listAuthors(trx, key, channel.chat_id, { after: before, upTo: now });
  const users = authors.filter((id) => id !== user_id);
  if (users.length === 0) return;
  const told = { channel_id: channel.id, chat_id: channel.chat_id, read_by_all_seq: now };
  await emit(channelEvents.channelReadByAll, { users }, told);
}
