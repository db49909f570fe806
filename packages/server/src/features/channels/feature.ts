import * as z from 'zod/mini';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { repeat, task } from '../../kernel/jobs/index.ts';
import { chatHandlers } from './chat/handlers.ts';
import { channelsHandlers } from './handlers.ts';
import { markDays } from './queries/generated.ts';
import { eraseMember } from './queries/members.ts';
import { channelData } from './queries/personal-data.ts';
import { erasePersonalChannel } from './queries.ts';

export function channelsFeature({ database: { kysely } }: Pick<FeatureParts, 'database'>): Feature {
  // A membership begins or ends with its day, also where nobody changes anything.
  const days = task('channels:days', z.object({}), async () => {
    await markDays(kysely);
  });
  return {
    tasks: [days],
    schedule: [repeat(days, '7 * * * *', {})],
    implemented: [...channelsHandlers(), ...chatHandlers()],
    erase: async (db, person) => {
      await eraseMember(db, person);
      await erasePersonalChannel(db, person);
    },
    personalData: channelData,
  };
}
