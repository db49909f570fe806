export { filesFeature } from './feature.ts';
