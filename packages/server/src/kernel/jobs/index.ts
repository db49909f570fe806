export * from './jobs.ts';
export { countWaitingJobs, listLivingJobs, pruneJobs } from './queries.ts';
export { redactText, toLoggedError } from './redact.ts';
export { resumable, resumeTask } from './resume.ts';
export { repeat, type ScheduleEntry } from './schedule.ts';
export * from './task.ts';
export type { JobOutcome } from './worker.ts';
