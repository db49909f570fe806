import { channelEvents } from '@kreide/core/features/channels';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { playSound, type SoundName } from './sounds.ts';

/**
 * Sounds for what comes into the chat that is open: it is read before it ever counts as unread. The returned function
 * sounds for what has gone.
 */
export function useChatSound(chatId: number): (name: SoundName) => void {
  const { id: self, properties } = useSelf();
  const sound = (name: SoundName) => void playSound(name, properties['users.sounds.off'] === '1');
  useRealtime(
    channelEvents.messageCreated,
    ({ chat_id, user_id }) => {
      if (chat_id === chatId && user_id !== null && user_id !== self) sound('received');
    },
    () => {},
  );
  return sound;
}
