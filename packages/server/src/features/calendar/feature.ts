import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { repeat } from '../../kernel/jobs/index.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import { createFollowTask } from './following.ts';
import { calendarHandlers, type EventWays } from './handlers.ts';
import { calendarMerge } from './queries/merge.ts';
import { calendarData, eraseParticipant } from './queries/personal.ts';
import { calendarSubscriptionSource } from './subscription-source.ts';

export function calendarFeature(
  parts: Pick<FeatureParts, 'database' | 'clock'> & EventWays,
): Feature<SubscriptionSource> {
  const follow = createFollowTask(parts);
  return {
    implemented: calendarHandlers(parts),
    tasks: [follow],
    schedule: [repeat(follow, '*/10 * * * *', {})],
    erase: eraseParticipant,
    merge: calendarMerge,
    personalData: calendarData,
    subscriptions: [calendarSubscriptionSource(parts.database)],
  };
}
