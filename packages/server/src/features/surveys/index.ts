export { surveysFeature } from './feature.ts';
