import type { Changed } from '@kreide/core/client';
import { timetable as schema, type Timetable } from '@kreide/core/features/timetable';
import { ApiError } from '@kreide/core/kernel';
import * as z from 'zod/mini';

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

const kept = z.object({ timetable: schema, etag: z.nullable(z.string()), checked_at: z.number() });

/** The plan stored on the device; undefined when an older version of the app wrote another shape. */
export function parseKept(value: unknown): PlanAnswer | undefined {
  const parsed = z.safeParse(kept, value);
  return parsed.success ? parsed.data : undefined;
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
