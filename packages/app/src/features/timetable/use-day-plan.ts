import { chunkOf, chunkRange, type Entity, type Occurrence, toOccurrences } from '@kreide/core/features/timetable';
import { useMemo } from 'react';
import { type Plan, usePlan, usePublication } from './use-plan.ts';

/** One day of a plan. */
export interface DayPlan extends Omit<Plan, 'timetable'> {
  /** In time order; null until loaded. */
  readonly occurrences: readonly Occurrence[] | null;
  /** Name of the holiday or free day. */
  readonly holiday: string | null;
}

/**
 * The lessons of one date, from the same cache as the timetable screen: what either has loaded, the other shows at
 * once.
 * @param today in the school's time zone, `YYYY-MM-DD`
 */
export function useDayPlan(entity: Entity, id: string, date: string, today = date): DayPlan {
  usePublication();
  const { timetable, ...plan } = usePlan(entity, id, [chunkRange(chunkOf(date, today), today)]);
  const occurrences = useMemo(
    () => (timetable ? toOccurrences(timetable.lessons, { begins_at: date, ends_at: date }) : null),
    [timetable, date],
  );
  const holiday = timetable?.holidays.find(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at);
  return {
    ...plan,
    occurrences: plan.isLoading || plan.isMissing ? null : occurrences,
    holiday: holiday?.name ?? null,
  };
}
