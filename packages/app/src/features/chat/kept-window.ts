import { type ChatAnswer, type ChatWindow, messagesOf, openWindow } from '@kreide/core/features/channels';
import { KEPT_CHAT } from '../../kernel/kept-answers.ts';
import { offlineStore } from '../../kernel/offline-store.ts';
import { readOwner } from '../../kernel/session.ts';

/** So many messages of a chat are kept, and of so many chats. */
const MESSAGES = 40;
const CHATS = 20;

/** Keeps the newest messages of a chat on the device, as they were last seen (D-6.07). */
export async function keepWindow(chatId: number, window: ChatWindow): Promise<void> {
  const owner = readOwner();
  // Somewhere in the middle of a chat nobody knows how it goes on.
  if (!owner || window.to_seq !== null) return;
  const all = messagesOf(window);
  const answer: ChatAnswer = {
    messages: all.slice(-MESSAGES),
    change_seq: window.change_seq,
    visible_from_seq: window.visible_from_seq,
    has_more: all.length > MESSAGES || window.from_seq > 0,
    messages_sent: window.newest_seq,
  };
  await offlineStore.write(owner, KEPT_CHAT + chatId, answer, Date.now());
  const kept = await offlineStore.list(owner, KEPT_CHAT);
  const old = kept.toSorted((one, other) => other.kept_at - one.kept_at).slice(CHATS);
  for (const { key } of old) await offlineStore.remove(owner, key[1]);
}

/** The messages of a chat as they were last seen on this device; null: it was not opened here. */
export async function readWindow(chatId: number): Promise<ChatWindow | null> {
  const owner = readOwner();
  const kept = owner && ((await offlineStore.read(owner, KEPT_CHAT + chatId)) as ChatAnswer | undefined);
  if (!kept) return null;
  // What was kept before messages mentioned anybody.
  return openWindow({
    ...kept,
    messages: kept.messages.map((message) => ({ ...message, mentions: message.mentions ?? [] })),
  });
}
