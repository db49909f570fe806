export { timetableImportHandlers } from './handlers.ts';
export { applyPlan } from './plan/apply.ts';
export { loadState } from './plan/load.ts';
export { type PlanChange, resolvePlan } from './plan/resolve.ts';
export { DEMO_SOURCE } from './plan/sources.ts';
export { processTask } from './process.ts';
export { pruneUploads } from './queries.ts';
export { createRecentChange } from './recent-change.ts';
