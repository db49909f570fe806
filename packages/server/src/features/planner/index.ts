export { plannerFeature } from './feature.ts';
