import type { Changed } from '@kreide/core/client';
import type { Timetable } from '@kreide/core/features/timetable';
import { ApiError, isDate } from '@kreide/core/kernel';

/** A plan as stored in the cache and on the device. */
export interface PlanAnswer {
  readonly timetable: Timetable;
  readonly etag: string | null;
  /** When the server last confirmed it, epoch milliseconds. */
  readonly checked_at: number;
}

/** Applies a refresh to the known plan: the same plan with a newer check unless the ETag differs (T-7.03, T-7.04). */
export function toPlanAnswer(
  known: PlanAnswer | undefined,
  changed: Changed<{ data: Timetable }>,
  now: number,
): PlanAnswer {
  if (known && (changed.notModified || (changed.etag !== null && changed.etag === known.etag))) {
    return { ...known, checked_at: now };
  }
  if (changed.notModified) throw new ApiError({ code: 'unexpected_answer' });
  return { timetable: changed.answer.data, etag: changed.etag, checked_at: now };
}

/** The plan stored on the device; undefined when something else lies there. */
export function parseKept(value: unknown): PlanAnswer | undefined {
  const { timetable, checked_at } = (value ?? {}) as Partial<PlanAnswer>;
  const { begins_at, ends_at, lessons, times, holidays } = (timetable ?? {}) as Partial<Timetable>;
  const isPlan =
    [lessons, times, holidays].every(Array.isArray) && [begins_at, ends_at].every((date) => isDate(date ?? ''));
  return isPlan && typeof checked_at === 'number' ? (value as PlanAnswer) : undefined;
}

/** Merges the ranges of a page into one plan, each lesson with its own dates; null until all are loaded (T-9.07). */
export function joinPlans(plans: readonly (Timetable | undefined)[]): Timetable | null {
  const [first] = plans;
  if (!first || plans.includes(undefined)) return null;
  const all = plans as readonly Timetable[];
  if (all.length === 1) return first;
  const last = all.at(-1) ?? first;
  const holidays = new Map(
    all.flatMap((plan) => plan.holidays).map((holiday) => [`${holiday.begins_at} ${holiday.name}`, holiday]),
  );
  return {
    ...last,
    begins_at: first.begins_at,
    lessons: all.flatMap((plan) => plan.lessons),
    holidays: [...holidays.values()],
  };
}
