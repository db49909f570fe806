export { userImportFeature } from './feature.ts';
export { loadSchool } from './planning.ts';
export { newestRun } from './queries.ts';
