import { parseDate } from '../../plan.ts';
import type { GpnLine } from './lines.ts';

/** What the line of settings says. */
export interface GpnSettings {
  begins_at: string;
  ends_at: string;
  /** The number of the first period of a day. */
  first_period: number;
  /** Does the week begin on a Monday, as far as it is known? */
  begins_on_monday: boolean;
}

/**
 * Fixed widths: begin and end of the school year; two characters each for the weeks of a cycle, the days of a week and
 * the periods of a day; seven others; the first week and the first period, one character each; fourteen others; the first
 * day of the week.
 */
const SETTINGS = /^AA02\s(\d{8})\s(\d{8})\s[\d ]{6}.{7}[0-9A-F](\d)(?:.{14}([\d ]))?/;

/** The first day is 2 in every file that is known; both 1 (counted from Monday) and 2 (from Sunday) are a Monday. */
const MONDAYS = new Set([undefined, ' ', '1', '2']);

/** Null: not the line that is known. */
export function readSettings(line: GpnLine): GpnSettings | null {
  const found = SETTINGS.exec(line.text);
  const begins_at = found && parseDate(found[1]!);
  const ends_at = found && parseDate(found[2]!);
  if (!found || !begins_at || !ends_at || ends_at <= begins_at) return null;
  return { begins_at, ends_at, first_period: Number(found[3]), begins_on_monday: MONDAYS.has(found[4]) };
}
