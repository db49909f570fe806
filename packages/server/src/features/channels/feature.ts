import type { Feature } from '../../kernel/feature.ts';
import { chatHandlers } from './chat/handlers.ts';
import { channelsHandlers } from './handlers.ts';
import { eraseMember } from './queries/members.ts';
import { channelData } from './queries/personal-data.ts';
import { erasePersonalChannel } from './queries.ts';

export function channelsFeature(): Feature {
  return {
    implemented: [...channelsHandlers(), ...chatHandlers()],
    erase: async (db, person) => {
      await eraseMember(db, person);
      await erasePersonalChannel(db, person);
    },
    personalData: channelData,
  };
}
