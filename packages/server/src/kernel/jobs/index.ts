export * from './jobs.ts';
export { listLivingJobs } from './living.ts';
export { pruneJobs } from './prune.ts';
export { redactText, toLoggedError } from './redact.ts';
export { resumable, resumeTask } from './resume.ts';
export { repeat, type ScheduleEntry } from './schedule.ts';
export * from './task.ts';
export { countWaitingJobs } from './waiting.ts';
export type { JobOutcome } from './worker.ts';
