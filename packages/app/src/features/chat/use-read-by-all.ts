import { type Chat, channelEvents, chatApi } from '@kreide/core/features/channels';
import { invalidateQueries, updateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';

/** Hears that all others have read what one has written in a chat. */
export function useReadByAll({ id }: Chat): void {
  useRealtime(
    channelEvents.channelReadByAll,
    ({ chat_id, read_by_all_seq }) =>
      void updateQueries(chatApi.get, (chat) =>
        chat.id === chat_id && chat.read_by_all_seq !== null
          ? { ...chat, read_by_all_seq: Math.max(chat.read_by_all_seq, read_by_all_seq) }
          : chat,
      ),
    () => void invalidateQueries(chatApi.get, { params: { chatId: String(id) } }),
  );
}
