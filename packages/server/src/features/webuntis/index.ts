export { webuntisFeature } from './feature.ts';
