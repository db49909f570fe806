export { personalDataFeature } from './feature.ts';
export { getRetention } from './queries/retention.ts';
