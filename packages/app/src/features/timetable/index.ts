export { ownPlans } from './target.ts';
export { type DayPlan, useDayPlan } from './use-day-plan.ts';
