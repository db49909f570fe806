export { audienceOf } from './access.ts';
export { toSubstitutionLesson, wordsOf } from './compute.ts';
export { timetableHandlers } from './handlers.ts';
export { datesOf, toFreeDays } from './occurrences.ts';
export { readPlan } from './read.ts';
export { type Audience, isVisible } from './select.ts';
export type { PlanSnapshot, PlanSubstitution } from './snapshot.ts';
export { createPlanStore, PLAN_CHANNEL, type PlanStore } from './store.ts';
export { timetableSubscriptionSource } from './subscription-source.ts';
