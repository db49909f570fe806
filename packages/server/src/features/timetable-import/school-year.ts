import { isOfSchoolYear, middleOf, type PlanYear, type UnreadableReason } from '@kreide/core/features/timetable-import';

interface Year {
  name: string;
  begins_at: string;
  ends_at: string;
  is_active: boolean;
}

/** The school year that a file goes into, or why it goes into none. */
export type Target<Y> =
  | { year: Y }
  | {
      reason: Extract<UnreadableReason, 'no_school_year' | 'other_school_year' | 'school_year_over'>;
      params: Record<string, string>;
    };

/**
 * The named school year, else the active one (without one: that of today, the next, the newest). Unless the year is
 * named, a file of another year is refused, and so is any file once the year is over.
 */
export function chooseYear<Y extends Year>(
  years: readonly Y[],
  named: string | undefined,
  file: PlanYear | null,
  today: string,
): Target<Y> {
  const covering = (date: string) => years.find((year) => year.begins_at <= date && year.ends_at >= date);
  const nameOf = (date: string) => covering(date)?.name ?? toUsualName(date);
  const year = named
    ? years.find((one) => one.name === named)
    : (years.find((one) => one.is_active) ??
      covering(today) ??
      years.find((one) => one.begins_at > today) ??
      years.at(-1));
  if (!year) return { reason: 'no_school_year', params: {} };
  if (named) return { year };
  const school_year = year.name;
  if (file && !isOfSchoolYear(file, year))
    return { reason: 'other_school_year', params: { file_year: nameOf(middleOf(file)), school_year } };
  if (year.ends_at < today) return { reason: 'school_year_over', params: { school_year, current: nameOf(today) } };
  return { year };
}

/** The school year of a date that none of the school's covers: from August to July. */
function toUsualName(date: string): string {
  const first = Number(date.slice(0, 4)) - (date.slice(5) >= '08-01' ? 0 : 1);
  return `${first} / ${first + 1}`;
}
