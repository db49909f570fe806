export { userImportFeature } from './feature.ts';
export { loadSchool } from './planning.ts';
export { findByImportKey } from './queries/keys.ts';
export { newestRun } from './queries.ts';
