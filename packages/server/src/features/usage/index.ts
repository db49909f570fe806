export { usageFeature } from './feature.ts';
