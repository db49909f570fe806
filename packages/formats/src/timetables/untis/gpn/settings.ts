import { parseDate } from '../../plan.ts';
import type { GpnLine } from './lines.ts';

/** What the line of settings says. */
export interface GpnSettings {
  begins_at: string;
  ends_at: string;
  /** The number of the first period of a day. */
  first_period: number;
  /** Days of a week. */
  days: number;
  /** The first day of the week as it is written; null: a Monday. */
  first_day: string | null;
}

/**
 * Fixed widths: begin and end of the school year; two characters each for the weeks of a cycle, the days of a week and
 * the periods of a day; seven others; the first week and the first period, one character each; fourteen others; the first
 * day of the week.
 */
const SETTINGS = /^AA02\s(\d{8})\s(\d{8})\s[\d ]{2}([\d ]{2})[\d ]{2}.{7}[0-9A-F](\d)(?:.{14}([\d ]))?/;

/** The first day is 2 in every file that is known, whose weeks begin on a Monday. What another number means is not known. */
const MONDAYS = new Set([undefined, ' ', '2']);
const WEEK = 7;

/** Null: not the line that is known. */
export function readSettings(line: GpnLine): GpnSettings | null {
  const found = SETTINGS.exec(line.text);
  const begins_at = found && parseDate(found[1]!);
  const ends_at = found && parseDate(found[2]!);
  if (!found || !begins_at || !ends_at || ends_at <= begins_at) return null;
  const days = Math.min(WEEK, Number(found[3])) || WEEK;
  const first_day = MONDAYS.has(found[5]) ? null : found[5]!;
  return { begins_at, ends_at, first_period: Number(found[4]), days, first_day };
}
