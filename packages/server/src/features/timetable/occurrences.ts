import { toDate, toDay, weekdayOfDay } from '@kreide/core/kernel';

export interface Recurrence {
  weekday: number | null;
  begins_at: string;
  ends_at: string;
  /** Mondays of the weeks in which it is held; null = every week. */
  weeks: readonly string[] | null;
  /** Exactly these dates of its validity; weekday and weeks are then ignored. */
  dates: readonly string[] | null;
}

/** Day numbers of all free days of a school year. */
export function toFreeDays(holidays: readonly { begins_at: string; ends_at: string }[]): Set<number> {
  const free = new Set<number>();
  for (const { begins_at, ends_at } of holidays)
    for (let day = toDay(begins_at); day <= toDay(ends_at); day += 1) free.add(day);
  return free;
}

/** The dates on which a lesson is held: ascending, inside its validity, never on a free day. */
export function datesOf(recurrence: Recurrence, free: ReadonlySet<number>): string[] {
  const { weekday, weeks, dates } = recurrence;
  const isValid = (date: string) => date >= recurrence.begins_at && date <= recurrence.ends_at;
  if (dates) return dates.filter((date) => isValid(date) && !free.has(toDay(date))).sort();
  if (weekday === null) return [];
  const first = toDay(recurrence.begins_at);
  const last = toDay(recurrence.ends_at);
  const found: string[] = [];
  if (weeks) {
    for (const monday of weeks) {
      const day = toDay(monday) + weekday - 1;
      if (day >= first && day <= last && !free.has(day)) found.push(toDate(day));
    }
    return found.sort();
  }
  for (let day = first + ((weekday - weekdayOfDay(first) + 7) % 7); day <= last; day += 7)
    if (!free.has(day)) found.push(toDate(day));
  return found;
}
