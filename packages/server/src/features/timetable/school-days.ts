import { addDays, datesBetween, weekdayOf } from '@kreide/core/kernel';
import type { Range } from './select.ts';
import type { PlanSnapshot } from './snapshot.ts';
import type { PlanStore } from './store.ts';

/** How many school days after today are public. */
const PUBLIC_DAYS = 5;

const known = new WeakMap<PlanSnapshot, readonly string[]>();

/** The days of a school year on which there are lessons, ascending; its free weekdays left out while it has no lessons. */
function schoolDaysOf(snapshot: PlanSnapshot): readonly string[] {
  const kept = known.get(snapshot);
  if (kept) return kept;
  const held = new Set(snapshot.lessons.flatMap(({ dates }) => dates));
  const isFree = (date: string) =>
    weekdayOf(date) > 5 || snapshot.holidays.some((one) => one.begins_at <= date && one.ends_at >= date);
  const days =
    held.size > 0 ? [...held].sort() : datesBetween(snapshot.begins_at, snapshot.ends_at).filter((one) => !isFree(one));
  known.set(snapshot, days);
  return days;
}

/** The first school days after a date, within the school year. */
export function schoolDaysAfter(snapshot: PlanSnapshot, date: string, count: number): string[] {
  const days = schoolDaysOf(snapshot);
  const first = days.findIndex((one) => one > date);
  return first < 0 ? [] : days.slice(first, first + count);
}

/** The days of a plan that the public may see: today and the next five school days, over the end of a year too. */
export async function publicRange(plans: PlanStore, schoolId: number, today: string): Promise<Range> {
  const snapshot = await plans.snapshotAt(schoolId, today);
  if (!snapshot) return { begins_at: today, ends_at: today };
  const days = schoolDaysAfter(snapshot, today, PUBLIC_DAYS);
  if (days.length < PUBLIC_DAYS) {
    const later = await plans.snapshotAt(schoolId, addDays(snapshot.ends_at, 1));
    if (later && later.begins_at > snapshot.ends_at)
      days.push(...schoolDaysAfter(later, today, PUBLIC_DAYS - days.length));
  }
  return { begins_at: today, ends_at: days.at(-1) ?? today };
}
