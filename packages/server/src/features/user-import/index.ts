export { userImportFeature } from './feature.ts';
