export { linksFeature } from './feature.ts';
