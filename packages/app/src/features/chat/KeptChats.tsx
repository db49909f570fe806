import { channelEvents } from '@kreide/core/features/channels';
import { useRealtime } from '../../kernel/realtime.ts';
import { forgetWindow } from './kept-window.ts';

/** What is edited or taken back in a chat that is not open does not stay on the device as it was; draws nothing. */
export function KeptChats(): null {
  useRealtime(
    channelEvents.messageChanged,
    ({ chat_id }) => void forgetWindow(chat_id),
    () => {},
  );
  return null;
}
