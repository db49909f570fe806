import { chatApi } from '@kreide/core/features/channels';
import { implement } from '../../../kernel/implement.ts';
import { messageHandlers } from './messages.ts';
import { sendingHandlers } from './sending.ts';

export function chatHandlers() {
  return implement(chatApi, { ...sendingHandlers(), ...messageHandlers() });
}
