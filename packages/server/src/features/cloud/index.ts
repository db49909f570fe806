export { cloudFeature } from './feature.ts';
export { isCloudReader } from './queries/files-of.ts';
