export { contentMoveFeature } from './feature.ts';
