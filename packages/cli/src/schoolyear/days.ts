import { type SchoolYear, suggestSchoolYear, toYearName } from '@kreide/core/features/structure';

export interface YearWish {
  /** `2027 / 2028`. */
  readonly named?: string | undefined;
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
}

/**
 * The days of a new school year: those that are given, the usual ones of the year that is named or that a given day lies in,
 * else of the next year. `other`: the name that the days would give, where it is not the one that is said.
 */
export function toYearDays(
  { named, begin, end }: YearWish,
  today: string,
  years: readonly Pick<SchoolYear, 'name' | 'begins_at' | 'ends_at'>[],
): { days: { begins_at: string; ends_at: string }; other: string | null } {
  const first = named?.slice(0, 4) ?? begin?.slice(0, 4) ?? (end && String(Number(end.slice(0, 4)) - 1));
  const usual = first === undefined ? suggestSchoolYear(today, years) : suggestSchoolYear(`${first}-08-01`, []);
  const days = { begins_at: begin ?? usual.begins_at, ends_at: end ?? usual.ends_at };
  const name = toYearName(days);
  return { days, other: named !== undefined && name !== named ? name : null };
}
