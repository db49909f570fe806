import { randomUUID } from 'node:crypto';
import { addDays } from '@kreide/core/kernel';
import { type Feature, type FeatureParts, tell } from '../../kernel/feature.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import { timetableHandlers } from './handlers.ts';
import { toPseudonymKey } from './pseudonyms.ts';
import { timetableMerge } from './queries/merge.ts';
import { eraseTasks, pruneTasks, taskData } from './queries/tasks.ts';
import { createPlanStore, PLAN_CHANNEL, type PlanStore } from './store.ts';
import { timetableSubscriptionSource } from './subscription-source.ts';

export interface TimetableFeature extends Feature<SubscriptionSource> {
  readonly plans: PlanStore;
  /** Invalidates all cached plans of the school: here at once, in other processes by notification. */
  readonly planChanged: (schoolId: number) => void;
}

/** Days for which a task is kept: a school year. */
const TASKS_KEPT_DAYS = 366;

/** The rest of the memory is for evicted entries that have not been collected yet. */
const CONTENT_PART = 0.8;

export function timetableFeature(
  parts: Pick<FeatureParts, 'database' | 'log' | 'cacheBytes' | 'secret'>,
): TimetableFeature {
  const plans = createPlanStore(parts.database.kysely, parts.cacheBytes * CONTENT_PART);
  /** Which notices are this server's own: it has dropped the plans already, and computed some again since. */
  const self = randomUUID();
  return {
    plans,
    planChanged(schoolId) {
      plans.drop(schoolId);
      tell(parts, PLAN_CHANNEL, schoolId, self);
    },
    erase: eraseTasks,
    merge: timetableMerge,
    personalData: taskData,
    prune: {
      lesson_tasks: (now) =>
        pruneTasks(parts.database.kysely, addDays(now.toISOString().slice(0, 10), -TASKS_KEPT_DAYS)),
    },
    implemented: timetableHandlers({ plans, pseudonymKey: toPseudonymKey(parts.secret) }),
    caches: [
      {
        channel: PLAN_CHANNEL,
        drop(schoolId, sender) {
          if (sender !== self) plans.drop(schoolId);
        },
        trust: (value) => plans.trust(value),
      },
    ],
    subscriptions: [timetableSubscriptionSource({ plans })],
  };
}
