import type { MonitorPlan } from '@kreide/core/features/monitor';
import { addDays, type LocalTime, toMinutes } from '@kreide/core/kernel';

/** What the screen needs to know about a day to choose the one to show. */
export interface DayFacts {
  /** `HH:MM`; null on a day without lessons. */
  readonly last_lesson_ends_at: string | null;
  readonly next_school_date: string | null;
}
/** By date. */
export type Days = Readonly<Record<string, DayFacts>>;

/** Days before today that are still useful: over a weekend Friday says what comes next; longer for holidays. */
const KEPT_DAYS = 60;

/** The known days merged with those of an answer, without old ones: a screen runs for weeks. */
export function withFacts(days: Days, plan: MonitorPlan): Days {
  const { substitution_date: date, last_lesson_ends_at, next_school_date } = plan;
  const oldest = addDays(date, -KEPT_DAYS);
  const kept = Object.entries(days).filter(([known]) => known >= oldest);
  return { ...Object.fromEntries(kept), [date]: { last_lesson_ends_at, next_school_date } };
}

/**
 * The day that a screen shows (D-2.12, T-2.134): today until its last lesson has ended, then the next school day; on a
 * free day the next school day. A day without known facts is shown itself, unless an earlier day has said that the next
 * school day is later.
 * @param wall date and minutes in the school's time zone
 */
export function toShownDate(days: Days, wall: LocalTime): string {
  const { date: today, minutes } = wall;
  const facts = days[today];
  if (facts) {
    const ends = facts.last_lesson_ends_at;
    const isOver = ends === null || minutes >= toMinutes(ends);
    return isOver ? (facts.next_school_date ?? today) : today;
  }
  const before = Object.keys(days)
    .filter((date) => date < today)
    .sort()
    .at(-1);
  const next = before === undefined ? null : (days[before]?.next_school_date ?? null);
  return next !== null && next > today ? next : today;
}

/** How the shown day relates to today. */
export function toRelation(shown: string, today: string): 'today' | 'tomorrow' | 'next' | 'past' {
  if (shown === today) return 'today';
  if (shown < today) return 'past';
  return shown === addDays(today, 1) ? 'tomorrow' : 'next';
}

/**
 * The word above a day's date, if it has one. Only one day is the next school day: a day that stands behind another day
 * to come (`before`) has its date alone, and so has one without lessons.
 */
export function toDayWord(
  {
    substitution_date: date,
    last_lesson_ends_at: ends,
  }: Pick<MonitorPlan, 'substitution_date' | 'last_lesson_ends_at'>,
  today: string,
  before: string | null,
): ReturnType<typeof toRelation> | null {
  const relation = toRelation(date, today);
  if (relation !== 'next') return relation;
  return ends === null || (before !== null && before > today) ? null : relation;
}
