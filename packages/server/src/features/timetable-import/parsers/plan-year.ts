import { type ParsedPlan, type PlanYear, toDatedYear } from '@kreide/core/features/timetable-import';

type Dated = Partial<Pick<ParsedPlan, 'lessons' | 'substitutions' | 'holidays'>>;

/** Every date that lessons and substitutions carry; holidays only where there is no other: they reach into other years. */
function listDates({ lessons = [], substitutions = [], holidays = [] }: Dated): string[] {
  const dates: string[] = [];
  for (const { begins_at, ends_at, placements } of lessons) {
    if (begins_at !== null) dates.push(begins_at);
    if (ends_at !== null) dates.push(ends_at);
    for (const { weeks } of placements) if (weeks.kind === 'dates') for (const date of weeks.dates) dates.push(date);
  }
  for (const { date } of substitutions) dates.push(date);
  return dates.length > 0 ? dates : holidays.flatMap(({ begins_at, ends_at }) => [begins_at, ends_at]);
}

/** The school year that a file names, else the dates of its records; `further` are dates that no record carries. */
export function toPlanYear(
  stated: { begins_at: string; ends_at: string } | null,
  records: Dated,
  further: readonly string[] = [],
): PlanYear | null {
  if (stated) return { begins_at: stated.begins_at, ends_at: stated.ends_at, by: 'stated' };
  return toDatedYear([...further, ...listDates(records)]);
}
