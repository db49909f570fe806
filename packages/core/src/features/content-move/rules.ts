/** A school year counts as old so many days before its end (C-9.27). */
export const YEAR_OLD_DAYS_BEFORE_END = 21;
/** For so many days a move can be taken back. */
export const MOVE_UNDO_DAYS = 30;
/** Messages that one step moves. */
export const MOVE_STEP_MESSAGES = 500;
/** Most channels of each list that content can come from or go to. */
export const RELATED_MAXIMUM = 200;

/** A school year with its first and last day. */
export interface MoveYear {
  readonly id: number;
  readonly name: string;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly is_active: boolean;
}

const DAY = 24 * 60 * 60 * 1000;

/** Is a school year old: now is later than three weeks before its end (C-9.27)? @param today a date of the school */
export const isOldYear = ({ ends_at }: Pick<MoveYear, 'ends_at'>, today: string): boolean =>
  Date.parse(today) > Date.parse(ends_at) - YEAR_OLD_DAYS_BEFORE_END * DAY;

/** What tells to which school year a channel belongs. */
export interface YearlyChannel {
  /** The school year of its course; null: a class, or a course of every year. */
  readonly season_id: number | null;
  /** The day on which its class or course ended; null: it is there. */
  readonly ended_on: string | null;
}

/** The school year of a channel: that of its course, the one in which it ended, or else the active one. */
export function yearOfChannel({ season_id, ended_on }: YearlyChannel, years: readonly MoveYear[]): MoveYear | null {
  const season = years.find(({ id }) => id === season_id);
  if (season) return season;
  if (ended_on === null) return years.find(({ is_active }) => is_active) ?? null;
  const begun = years.filter(({ begins_at }) => begins_at <= ended_on);
  return begun.toSorted((one, other) => one.begins_at.localeCompare(other.begins_at)).at(-1) ?? null;
}

/** Where the content of a channel goes: out of one of an old school year, or into one of the current one (C-4.78). */
export type MoveDirection = 'current' | 'old';

/** The direction of a channel: whether it belongs to the current school year or to an old one (T-4.50). */
export function directionOf(channel: YearlyChannel, years: readonly MoveYear[], today: string): MoveDirection {
  const year = yearOfChannel(channel, years);
  const isCurrent = year?.is_active === true && channel.ended_on === null && !isOldYear(year, today);
  return isCurrent ? 'current' : 'old';
}
