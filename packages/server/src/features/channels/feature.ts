import type { Feature } from '../../kernel/feature.ts';
import { channelsHandlers } from './handlers.ts';
import { channelData } from './queries/personal-data.ts';
import { erasePersonalChannel } from './queries.ts';

export function channelsFeature(): Feature {
  return { implemented: channelsHandlers(), erase: erasePersonalChannel, personalData: channelData };
}
