export { deskFeature } from './feature.ts';
export { moveDecisions } from './queries/decisions.ts';
