export { coursesFeature } from './feature.ts';
