import { channelEvents } from '@kreide/core/features/channels';
import type { Feature } from '../../kernel/feature.ts';
import { chatHandlers } from './chat/handlers.ts';
import type { ChatParts } from './chat/sending.ts';
import { hearTyping } from './chat/typing.ts';
import { channelsHandlers } from './handlers.ts';
import { eraseFiles } from './queries/chat-files.ts';
import { eraseMember } from './queries/members.ts';
import { channelData } from './queries/personal-data.ts';
import { erasePersonalChannel } from './queries.ts';

export function channelsFeature(parts: ChatParts): Feature {
  return {
    implemented: [...channelsHandlers(parts), ...chatHandlers(parts)],
    whispers: { [channelEvents.typing.name]: hearTyping(parts) },
    erase: async (db, person) => {
      await eraseFiles(db, person);
      await eraseMember(db, person);
      await erasePersonalChannel(db, person);
    },
    personalData: channelData,
  };
}
