export { type TimetableImportFeature, timetableImportFeature } from './feature.ts';
export { applyPlan } from './plan/apply.ts';
export { loadState } from './plan/load.ts';
export { type PlanChange, resolvePlan } from './plan/resolve.ts';
export { DEMO_SOURCE } from './plan/sources.ts';
export { countFailedUploads, listPublished } from './queries/health.ts';
