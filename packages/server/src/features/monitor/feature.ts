import type { Feature } from '../../kernel/feature.ts';
import type { NewsParts } from '../news/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { monitorHandlers } from './handlers.ts';

export function monitorFeature({ plans, fileKey, appUrl }: NewsParts & { plans: PlanStore }): Feature {
  return { implemented: monitorHandlers({ plans, news: { fileKey, appUrl } }) };
}
