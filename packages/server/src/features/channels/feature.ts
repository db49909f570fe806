import type { Feature } from '../../kernel/feature.ts';
import { chatHandlers } from './chat/handlers.ts';
import type { SurveysOf } from './chat/surveys.ts';
import { channelsHandlers } from './handlers.ts';
import { eraseMember } from './queries/members.ts';
import { channelData } from './queries/personal-data.ts';
import { erasePersonalChannel } from './queries.ts';

export function channelsFeature({ surveysOf }: { readonly surveysOf: SurveysOf }): Feature {
  return {
    implemented: [...channelsHandlers(surveysOf), ...chatHandlers(surveysOf)],
    erase: async (db, person) => {
      await eraseMember(db, person);
      await erasePersonalChannel(db, person);
    },
    personalData: channelData,
  };
}
