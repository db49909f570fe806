export { scimFeature } from './feature.ts';
