import { type ChatAnswer, channelsApi, chatApi, type Message } from '@kreide/core/features/channels';
import { client } from '../../kernel/client.ts';
import type { Fetched } from './fetch-since.ts';

/** Asks for the newest page of a chat, the page before a message, or what has changed since. */
export async function fetchMessages(
  chatId: number,
  query: { after_change?: string; before?: string },
): Promise<Fetched> {
  const found = await client.call(
    channelsApi.listMessages,
    { params: { chatId: String(chatId) }, query },
    { retries: 1, messages: false },
  );
  const messages = found.data.filter((item): item is Message => item.type !== 'NC_EVENT');
  const { visible_from_seq = 0, has_more = false, reset = false, messages_sent = 0 } = found.chat ?? {};
  return { answer: { messages, change_seq: found.change_seq, visible_from_seq, has_more, messages_sent }, reset };
}

/** Asks for a message with some before and after it. */
export async function fetchAround(chatId: number, seq: number): Promise<Fetched> {
  const args = { params: { chatId: String(chatId) }, query: { seq: String(seq) } };
  const {
    data,
    change_seq,
    chat,
    seq: found,
  } = await client.call(chatApi.around, args, { retries: 1, messages: false });
  return { answer: { messages: data, change_seq, ...chat }, reset: false, found };
}

/** Asks for the page after a message. */
export async function fetchNewer(chatId: number, after: number): Promise<ChatAnswer> {
  const args = { params: { chatId: String(chatId) }, query: { after: String(after) } };
  const { data, change_seq, chat } = await client.call(chatApi.newer, args, { retries: 1, messages: false });
  return { messages: data, change_seq, ...chat };
}
