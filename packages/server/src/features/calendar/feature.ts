import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { repeat } from '../../kernel/jobs/index.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { createFollowTask } from './following.ts';
import { calendarHandlers, type EventWays } from './handlers.ts';
import { pruneReminders } from './queries/due-reminders.ts';
import { pruneImports } from './queries/imports.ts';
import { calendarMerge } from './queries/merge.ts';
import { calendarData, eraseParticipant } from './queries/personal.ts';
import { createReminderTasks, type ReminderWays } from './reminding.ts';
import { calendarSubscriptionSource } from './subscription-source.ts';

export function calendarFeature(
  parts: Pick<FeatureParts, 'database' | 'clock'> & EventWays & ReminderWays & { readonly plans: PlanStore },
): Feature<SubscriptionSource> {
  const follow = createFollowTask(parts);
  const reminders = createReminderTasks(parts, parts);
  return {
    implemented: calendarHandlers(parts),
    tasks: [follow, ...reminders.tasks],
    schedule: [repeat(follow, '*/10 * * * *', {}), ...reminders.schedule],
    prune: {
      calendar_due_reminders: (now) => pruneReminders(parts.database.kysely, now),
      calendar_imports: (now) => pruneImports(parts.database.kysely, now),
    },
    erase: eraseParticipant,
    merge: calendarMerge,
    personalData: calendarData,
    subscriptions: [calendarSubscriptionSource(parts.database)],
  };
}
