export { authenticatorFeature } from './feature.ts';
