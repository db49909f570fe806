import type { Entity } from '@kreide/core/features/timetable';

/** What the lesson details need from the plan below them. */
export interface PlanContext {
  entity: Entity;
  id: string;
  /** In the school's time zone, `YYYY-MM-DD`. */
  today: string;
}
