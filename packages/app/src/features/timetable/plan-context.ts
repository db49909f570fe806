import type { Entity } from '@kreide/core/features/timetable';

/** What the details of a lesson need to know of the plan below them. */
export interface PlanContext {
  entity: Entity;
  id: string;
  /** In the school's zone, `YYYY-MM-DD`. */
  today: string;
}
