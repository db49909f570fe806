import type { Feature } from '../../kernel/feature.ts';
import { type CountedBeside, onboardingHandlers } from './handlers.ts';

export function onboardingFeature(beside: CountedBeside): Feature {
  return { implemented: onboardingHandlers(beside) };
}
