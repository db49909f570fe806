export { filesFeature } from './feature.ts';
export { filesPart } from './queries.ts';
