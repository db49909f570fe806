export { type Audience, computePlan, isVisible, type Subject, toSubstitutionLesson, wordsOf } from './compute.ts';
export { timetableHandlers } from './handlers.ts';
export type { PlanSnapshot, PlanSubstitution } from './snapshot.ts';
export { createPlanStore, PLAN_CHANNEL, type PlanStore } from './store.ts';
