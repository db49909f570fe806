export { ownPlans, ownTeacherId } from './target.ts';
export { type DayPlan, useDayPlan } from './use-day-plan.ts';
export { useNow } from './use-now.ts';
