import { addDays, weekdayOf } from '../../kernel/calendar/dates.ts';
import { DAY_MINUTES, toMinutes } from '../../kernel/calendar/times.ts';
import type { LocalTime } from '../../kernel/calendar/zone.ts';

/** When push messages wait: a daily window, weekends, holidays. Wall time of the school. */
export interface QuietRule {
  /** `HH:MM`; with `ends_at` null: no window. A window may lie over midnight. */
  begins_at: string | null;
  ends_at: string | null;
  /** Saturdays and Sundays as a whole. */
  weekends: boolean;
  /** Days without school as a whole. */
  holidays: boolean;
}

/** What applies where neither school nor person say anything. */
export const QUIET_DEFAULT: QuietRule = { begins_at: '21:00', ends_at: '06:30', weekends: false, holidays: false };

/** The latest that a message waits for quiet hours, days: the longest holidays are shorter. */
const QUIET_DAYS_MAXIMUM = 100;

/** Is it quiet at this wall time? */
export function isQuiet(rule: QuietRule, { date, minutes }: LocalTime, isHoliday: (date: string) => boolean): boolean {
  if (rule.weekends && weekdayOf(date) >= 6) return true;
  if (rule.holidays && isHoliday(date)) return true;
  if (rule.begins_at === null || rule.ends_at === null) return false;
  const [begin, end] = [toMinutes(rule.begins_at), toMinutes(rule.ends_at)];
  return begin <= end ? minutes >= begin && minutes < end : minutes >= begin || minutes < end;
}

/**
 * The end of the quiet time that contains this wall time: one window, a weekend and holidays that follow each other are
 * one; null when it is not quiet (D-6.03).
 */
export function endOfQuiet(rule: QuietRule, local: LocalTime, isHoliday: (date: string) => boolean): LocalTime | null {
  if (!isQuiet(rule, local, isHoliday)) return null;
  let at = local;
  for (let day = 0; day < QUIET_DAYS_MAXIMUM; ) {
    // Quiet can end only with the window or with the day.
    const end = rule.ends_at === null ? 0 : toMinutes(rule.ends_at);
    if (at.minutes < end) at = { date: at.date, minutes: end };
    else {
      at = { date: addDays(at.date, 1), minutes: 0 };
      day += 1;
    }
    if (at.minutes < DAY_MINUTES && !isQuiet(rule, at, isHoliday)) return at;
  }
  return at;
}
