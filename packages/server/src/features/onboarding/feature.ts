import type { Feature } from '../../kernel/feature.ts';
import { type OnboardingParts, onboardingHandlers } from './handlers.ts';
import type { TrialParts } from './trial-handlers.ts';
import { createTrialTask, type TrialTaskParts } from './trial-task.ts';

export function onboardingFeature(parts: OnboardingParts & TrialParts & TrialTaskParts): Feature {
  const trialTask = createTrialTask(parts);
  return { implemented: onboardingHandlers(parts, trialTask), tasks: [trialTask] };
}
