import type { Feature } from '../../kernel/feature.ts';
import { type OnboardingParts, onboardingHandlers } from './handlers.ts';

export function onboardingFeature(parts: OnboardingParts): Feature {
  return { implemented: onboardingHandlers(parts) };
}
