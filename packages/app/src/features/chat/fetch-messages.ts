import { channelsApi, type Message } from '@kreide/core/features/channels';
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
  const { visible_from_seq = 0, has_more = false, reset = false } = found.chat ?? {};
  return { answer: { messages, change_seq: found.change_seq, visible_from_seq, has_more }, reset };
}
