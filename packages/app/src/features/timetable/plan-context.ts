import type { Entity } from '@kreide/core/features/timetable';

/** What the lesson details need from the plan that they belong to. */
export interface PlanContext {
  entity: Entity;
  id: string;
  /** In the school's time zone, `YYYY-MM-DD`. */
  today: string;
  /** Whether they stand beside the plan. */
  isBeside: boolean;
}
