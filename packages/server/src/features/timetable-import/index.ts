export { timetableImportHandlers } from './handlers.ts';
export { applyPlan } from './plan/apply.ts';
export { loadState } from './plan/load.ts';
export { resolvePlan } from './plan/resolve.ts';
export { processTask } from './process.ts';
