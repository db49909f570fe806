import { addDays, daysBetween, weekdayOf } from '../../kernel/calendar/dates.ts';
import { REPORT_AHEAD_MAXIMUM, REPORT_DAYS_MAXIMUM } from './limits.ts';
import { overlaps, type Span } from './people.ts';
import type { ReportDraft } from './reports-schema.ts';
import { absenceProblems, type DeskProblem } from './rules.ts';

/** When somebody or something is not there. */
export interface AbsentTime {
  readonly begins_at: string;
  readonly ends_at: string;
  readonly time_begins_at: string | null;
  readonly time_ends_at: string | null;
  /** Weekdays; none: every day. */
  readonly days: readonly number[];
}

const DAY: Span = { begins_at: '00:00', ends_at: '24:00' };

/** When somebody or something is not there on one of the days of an absence. */
export function spanOn({ begins_at, ends_at, time_begins_at, time_ends_at, days }: AbsentTime, date: string): Span {
  const isEach = days.length > 0;
  return {
    begins_at: (isEach || begins_at === date ? time_begins_at : null) ?? DAY.begins_at,
    ends_at: (isEach || ends_at === date ? time_ends_at : null) ?? DAY.ends_at,
  };
}

/** Is there a moment that two absences have in common? */
export function areTogether(one: AbsentTime, other: AbsentTime): boolean {
  const first = one.begins_at > other.begins_at ? one.begins_at : other.begins_at;
  const last = one.ends_at < other.ends_at ? one.ends_at : other.ends_at;
  const isOn = ({ days }: AbsentTime, date: string) => days.length === 0 || days.includes(weekdayOf(date));
  for (let date = first; date <= last; date = addDays(date, 1))
    if (isOn(one, date) && isOn(other, date) && overlaps(spanOn(one, date), spanOn(other, date))) return true;
  return false;
}

/** What stays of an absence that ends earlier than it was reported; `NOTHING`: it had not begun; `OVER`: it does not end earlier. */
export type ReportLeft = Pick<AbsentTime, 'ends_at' | 'time_ends_at'> | 'NOTHING' | 'OVER';

/**
 * Somebody is there again: their absence ends with the period that has begun, or with the day before where none has.
 * @param report of each day from the first to the last
 * @param periods of today
 * @param now by the clock of the school
 */
export function endReport(
  report: Omit<AbsentTime, 'days'>,
  periods: readonly Span[],
  now: { readonly date: string; readonly time: string },
): ReportLeft {
  const { begins_at, ends_at, time_begins_at, time_ends_at } = report;
  const { date, time } = now;
  if (begins_at > date) return 'NOTHING';
  const from = (begins_at === date && time_begins_at) || DAY.begins_at;
  const until = (ends_at === date && time_ends_at) || DAY.ends_at;
  if (ends_at < date || until <= time) return 'OVER';
  const begun = periods.filter((one) => one.begins_at <= time && one.ends_at > from);
  const left = begun
    .map((one) => one.ends_at)
    .toSorted()
    .at(-1);
  if (left === undefined) return begins_at === date ? 'NOTHING' : { ends_at: addDays(date, -1), time_ends_at: null };
  return ends_at === date && left >= until ? 'OVER' : { ends_at: date, time_ends_at: left };
}

/**
 * What is wrong with an absence that somebody reports of themself: from today on, and not for longer than anybody knows.
 * @param times of its first and last period; null: from the beginning, to the end of the day
 * @param now by the clock of the school
 */
export function reportProblems(
  draft: ReportDraft,
  times: { readonly begins_at: string | null; readonly ends_at: string | null },
  now: { readonly date: string; readonly time: string },
): DeskProblem[] {
  const wrong = absenceProblems({ ...draft, teacher_id: 0, bookable_id: null, grade_id: null, days: [] }, times);
  if (wrong.length > 0) return wrong;
  const { begins_at, ends_at } = draft;
  if (begins_at < now.date) return [{ field: 'begins_at', rule: 'isPast' }];
  if (daysBetween(now.date, begins_at) > REPORT_AHEAD_MAXIMUM) return [{ field: 'begins_at', rule: 'tooFar' }];
  if (daysBetween(begins_at, ends_at) >= REPORT_DAYS_MAXIMUM) return [{ field: 'ends_at', rule: 'tooLong' }];
  const isOver = ends_at === now.date && times.ends_at !== null && times.ends_at <= now.time;
  return isOver ? [{ field: 'ends_time_id', rule: 'isPast' }] : [];
}
