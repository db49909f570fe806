import {
  chunkOf,
  chunkRange,
  type DayLessons,
  daysAhead,
  type Entity,
  nextLesson,
  type Occurrence,
  type Timetable,
} from '@kreide/core/features/timetable';
import type { LocalTime } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { type Plan, usePlan, usePublication } from './use-plan.ts';

/** The next part of a plan. */
export interface DaysAhead {
  readonly timetable: Timetable;
  /** Today, or the next day with lessons. */
  readonly day: DayLessons;
  /** The one after it. */
  readonly following: DayLessons | null;
  /** The next lesson that is held. */
  readonly next: Occurrence | null;
  /** Name of the holiday or free day that is today. */
  readonly holiday: string | null;
}

/**
 * The next two days of a plan, from the same cache as the timetable screen: what either has loaded, the other shows at
 * once. Null until loaded.
 */
export function useDaysAhead(entity: Entity, id: string, now: LocalTime): Plan & { readonly ahead: DaysAhead | null } {
  usePublication();
  const { date: today, minutes } = now;
  const plan = usePlan(entity, id, [chunkRange(chunkOf(today, today), today)]);
  const { timetable } = plan;
  const ahead = useMemo(() => {
    if (!timetable) return null;
    const { lessons, holidays } = timetable;
    const [day, following] = daysAhead(lessons, { date: today, minutes });
    const holiday = holidays.find(({ begins_at, ends_at }) => begins_at <= today && today <= ends_at);
    return { timetable, day, following, next: nextLesson(lessons, today, minutes), holiday: holiday?.name ?? null };
  }, [timetable, today, minutes]);
  return { ...plan, ahead: plan.isLoading || plan.isMissing ? null : ahead };
}
