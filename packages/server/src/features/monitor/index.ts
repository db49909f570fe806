export { monitorFeature } from './feature.ts';
