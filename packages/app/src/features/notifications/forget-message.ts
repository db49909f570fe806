import { type Channel, channelsApi, chatApi } from '@kreide/core/features/channels';
import { invalidateQueries, updateQueries } from '../../kernel/data.ts';
import { forgetChat, keepAsKnown } from '../../kernel/kept-answers.ts';

/** What a message said leaves this device when it was edited or taken back: from its chat, the lists and what is pinned (D-6.07). */
export async function forgetMessage(place: { channel_id: number; chat_id: number; seq: number }): Promise<void> {
  const { channel_id, chat_id, seq } = place;
  const silence = <One extends Channel>(channel: One): One =>
    channel.id === channel_id && channel.last_message?.id === seq ? { ...channel, last_message: null } : channel;
  const params = { chatId: String(chat_id) };
  updateQueries(channelsApi.listOwn, (channels) => channels.map(silence));
  updateQueries(channelsApi.get, silence);
  updateQueries(chatApi.get, (chat) => (chat.pinned_message?.id === seq ? { ...chat, pinned_message: null } : chat), {
    params,
  });
  void invalidateQueries(chatApi.get, { params });
  await Promise.all([forgetChat(chat_id), ...[channelsApi.listOwn, channelsApi.get, chatApi.get].map(keepAsKnown)]);
}
