export { authDriversFeature } from './feature.ts';
