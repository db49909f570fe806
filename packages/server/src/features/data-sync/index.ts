export { dataSyncFeature } from './feature.ts';
