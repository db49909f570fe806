export { onboardingFeature } from './feature.ts';
