import { type Channel, type ChatAnswer, hasOnlyGrown } from '@kreide/core/features/channels';
import { forgetChat, KEPT_CHAT } from '../../kernel/kept-answers.ts';
import { offlineStore } from '../../kernel/offline-store.ts';
import { readOwner } from '../../kernel/session.ts';

/** Removes kept messages of chats in which some were edited or taken back while this device heard nothing of it. */
export async function forgetChanged(channels: readonly Pick<Channel, 'chat'>[]): Promise<void> {
  const owner = readOwner();
  if (!owner) return;
  const now = new Map(channels.map(({ chat }) => [KEPT_CHAT + chat.id, chat]));
  for (const { key, value } of await offlineStore.list(owner, KEPT_CHAT)) {
    const chat = now.get(key[1]);
    if (chat && !hasOnlyGrown(value as ChatAnswer, chat)) await forgetChat(chat.id);
  }
}
