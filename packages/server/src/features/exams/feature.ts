import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { examsHandlers } from './handlers.ts';
import { examsMerge } from './queries/merge.ts';
import { eraseAuthor, examData } from './queries/personal-data.ts';
import { examSubscriptionSource } from './subscription-source.ts';
import type { ExamWays } from './telling.ts';

/** Exams of courses and classes, within the limits of their school. */
export function examsFeature(
  parts: Pick<FeatureParts, 'database' | 'clock'> & { plans: PlanStore } & ExamWays,
): Feature<SubscriptionSource> {
  return {
    implemented: examsHandlers(parts),
    erase: eraseAuthor,
    merge: examsMerge,
    personalData: examData,
    subscriptions: [examSubscriptionSource(parts)],
  };
}
