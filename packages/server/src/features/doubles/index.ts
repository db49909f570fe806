export { doublesFeature } from './feature.ts';
