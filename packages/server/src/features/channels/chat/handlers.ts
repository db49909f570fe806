import { chatApi } from '@kreide/core/features/channels';
import { implement } from '../../../kernel/implement.ts';
import { messageHandlers } from './messages.ts';
import { type ChatParts, sendingHandlers } from './sending.ts';

export function chatHandlers(parts: ChatParts) {
  return implement(chatApi, { ...sendingHandlers(parts), ...messageHandlers(parts) });
}
