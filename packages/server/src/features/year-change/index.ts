export { yearChangeFeature } from './feature.ts';
