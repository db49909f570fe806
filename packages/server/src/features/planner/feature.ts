import { plannerApi } from '@kreide/core/features/planner';
import type { Feature } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import { plannerHandlers } from './handlers.ts';
import type { PublishParts } from './publish.ts';
import { erasePlanner } from './queries/edits.ts';
import { plannerData } from './queries/personal-data.ts';

/** They write the plan of a whole school. */
const WORK = ['createVersion', 'publish'] as const;

/** `planChanged` and `planPublished` are called after and in a publication. */
export function plannerFeature({
  planChanged,
  planPublished,
}: {
  planChanged: PublishParts['changed'];
  planPublished: PublishParts['published'];
}): Feature {
  return {
    implemented: withWork(plannerApi, WORK, plannerHandlers({ changed: planChanged, published: planPublished })),
    erase: erasePlanner,
    personalData: plannerData,
  };
}
