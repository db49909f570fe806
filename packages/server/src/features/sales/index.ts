export { salesFeature } from './feature.ts';
