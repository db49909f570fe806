import { type Feature, type FeatureParts, tell } from '../../kernel/feature.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import { timetableHandlers } from './handlers.ts';
import { createPlanStore, PLAN_CHANNEL, type PlanStore } from './store.ts';
import { timetableSubscriptionSource } from './subscription-source.ts';

export interface TimetableFeature extends Feature<SubscriptionSource> {
  readonly plans: PlanStore;
  /** Invalidates all cached plans of the school: here at once, in other processes by notification. */
  readonly planChanged: (schoolId: number) => void;
}

export function timetableFeature(parts: Pick<FeatureParts, 'database' | 'log'>): TimetableFeature {
  const plans = createPlanStore(parts.database.kysely);
  return {
    plans,
    planChanged(schoolId) {
      plans.drop(schoolId);
      tell(parts, PLAN_CHANNEL, schoolId);
    },
    implemented: timetableHandlers({ plans }),
    caches: [{ channel: PLAN_CHANNEL, drop: (schoolId) => plans.drop(schoolId), trust: (value) => plans.trust(value) }],
    subscriptions: [timetableSubscriptionSource({ plans })],
  };
}
