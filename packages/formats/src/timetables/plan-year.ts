import { type ParsedPlan, type PlanYear, toDatedYear } from '@kreide/core/features/timetable-import';

type Dated = Partial<Pick<ParsedPlan, 'lessons' | 'substitutions' | 'holidays'>>;

/**
 * How often lessons and substitutions carry each date; holidays only where there is no other: they reach into other
 * years.
 */
function countDates({ lessons = [], substitutions = [], holidays = [] }: Dated): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (date: string | null, times = 1) => {
    if (date !== null) counts.set(date, (counts.get(date) ?? 0) + times);
  };
  // Many placements share one list of dates.
  const series = new Map<readonly string[], number>();
  for (const { begins_at, ends_at, placements } of lessons) {
    add(begins_at);
    add(ends_at);
    for (const { weeks } of placements) {
      if (weeks.kind === 'dates') series.set(weeks.dates, (series.get(weeks.dates) ?? 0) + 1);
    }
  }
  for (const [dates, times] of series) for (const date of dates) add(date, times);
  for (const { date } of substitutions) add(date);
  if (counts.size > 0) return counts;
  for (const { begins_at, ends_at } of holidays) {
    add(begins_at);
    add(ends_at);
  }
  return counts;
}

/** The school year that a file names, else the dates of its records; `further` are dates that no record carries. */
export function toPlanYear(
  stated: { begins_at: string; ends_at: string } | null,
  records: Dated,
  further: readonly string[] = [],
): PlanYear | null {
  if (stated) return { begins_at: stated.begins_at, ends_at: stated.ends_at, by: 'stated' };
  const counts = countDates(records);
  for (const date of further) counts.set(date, (counts.get(date) ?? 0) + 1);
  return toDatedYear(counts);
}
