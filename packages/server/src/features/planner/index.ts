export { plannerFeature } from './feature.ts';
export { listPlannedHere } from './queries/published.ts';
export { listTimeWishes } from './queries/wishes.ts';
