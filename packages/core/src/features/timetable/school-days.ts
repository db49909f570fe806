import { addDays, daysBetween, mondayOf, weekdayOf } from '../../kernel/calendar/dates.ts';
import { DAY_MINUTES, toMinutes } from '../../kernel/calendar/times.ts';
import type { LocalTime } from '../../kernel/calendar/zone.ts';
import type { Holiday } from '../structure/index.ts';
import { joinDoubles } from './doubles.ts';
import { lookOf } from './look.ts';
import { type Occurrence, toOccurrences } from './occurrence.ts';
import type { Lesson } from './schema.ts';
import type { DayColumn } from './week-layout.ts';

/** Whether somebody has to be there: for all lessons but those that are cancelled, moved away or only a note. */
function isHeld({ kind }: Lesson): boolean {
  return kind !== 'CANCLED' && kind !== 'MOVED_TO' && kind !== 'MESSAGE';
}

/**
 * The first lesson that is held and begins after a moment of school time, as a whole double lesson; null when none is
 * known.
 */
export function nextLesson(lessons: readonly Lesson[], date: string, minutes: number): Occurrence | null {
  const held = lessons.filter(isHeld);
  const days = new Set(held.flatMap(({ dates }) => dates.filter((day) => day >= date)));
  for (const day of [...days].sort()) {
    // The second half of a double lesson that has begun is not the next one.
    const joined = joinDoubles(toOccurrences(held, { begins_at: day, ends_at: day }));
    const next = joined.find(({ minutes_begins_at }) => day > date || minutes_begins_at > minutes);
    if (next) return next;
  }
  return null;
}

/**
 * The date that a plan opens with when its address names none: today, and from the last lesson of the week on the next
 * school day; on a weekend without known lessons the next Monday.
 * @param days days of the school's week
 */
export function openingDate(lessons: readonly Lesson[], today: string, minutes: number, days: number): string {
  const sunday = addDays(mondayOf(today), 6);
  const isLeft = lessons.some(
    (lesson) =>
      isHeld(lesson) &&
      lesson.dates.some(
        (date) => date <= sunday && (date > today || (date === today && toMinutes(lesson.time_ends_at) > minutes)),
      ),
  );
  if (isLeft) return today;
  const next = nextLesson(lessons, today, DAY_MINUTES);
  return next?.date ?? (weekdayOf(today) > days ? addDays(sunday, 1) : today);
}

/** Up to this many minutes before a lesson they are counted. */
const COUNTED_MINUTES = 90;

/** How a lesson to come is announced: by minutes, later today by its time, else by its day. */
export type Countdown =
  | { readonly kind: 'minutes'; readonly count: number }
  | { readonly kind: 'time' | 'tomorrow' | 'date' };

/** How far away a lesson to come is, in school time. */
export function countdownTo(next: Pick<Occurrence, 'date' | 'minutes_begins_at'>, now: LocalTime): Countdown {
  const days = daysBetween(now.date, next.date);
  const count = days * DAY_MINUTES + next.minutes_begins_at - now.minutes;
  if (count <= COUNTED_MINUTES) return { kind: 'minutes', count };
  return { kind: days === 0 ? 'time' : days === 1 ? 'tomorrow' : 'date' };
}

/** Whether a moment of school time lies within a lesson. */
export function isRunning(lesson: Omit<Occurrence, 'lesson'>, now: LocalTime): boolean {
  const { date, minutes_begins_at, minutes_ends_at } = lesson;
  return date === now.date && minutes_begins_at <= now.minutes && now.minutes < minutes_ends_at;
}

/** The lesson of a day that is on now, and is held. */
export function presentLesson({ occurrences }: DayLessons, now: LocalTime): Occurrence | undefined {
  return occurrences.find((occurrence) => isHeld(occurrence.lesson) && isRunning(occurrence, now));
}

/** The lessons of one day, double ones joined. */
export type DayLessons = { readonly date: string; readonly occurrences: readonly Occurrence[] };

/**
 * The day that somebody wants to see, and the next one with lessons after it: today while a lesson of it is left, also a
 * cancelled one, else the next day with lessons; today without lessons where none is known.
 */
export function daysAhead(lessons: readonly Lesson[], now: LocalTime): [DayLessons, DayLessons | null] {
  const isLeft = lessons.some(
    ({ dates, time_ends_at }) => dates.includes(now.date) && toMinutes(time_ends_at) > now.minutes,
  );
  const after = (date: string) => {
    let next: string | null = null;
    for (const { dates } of lessons)
      for (const day of dates) if (day > date && (next === null || day < next)) next = day;
    return next;
  };
  const first = isLeft ? now.date : (after(now.date) ?? now.date);
  const second = after(first);
  const toDay = (date: string): DayLessons => ({
    date,
    occurrences: joinDoubles(toOccurrences(lessons, { begins_at: date, ends_at: date })),
  });
  return [toDay(first), second === null ? null : toDay(second)];
}

/** The changes of the plan in the week of a date that are not over yet, double lessons joined. */
export function changesAhead(lessons: readonly Lesson[], date: string, now: LocalTime): Occurrence[] {
  const monday = mondayOf(date);
  const week = toOccurrences(lessons, { begins_at: monday, ends_at: addDays(monday, 6) });
  return joinDoubles(week).filter((occurrence) => {
    const look = lookOf(occurrence.lesson);
    if (look === 'regular' || look === 'SUPERVISION') return false;
    return occurrence.date > now.date || (occurrence.date === now.date && occurrence.minutes_ends_at > now.minutes);
  });
}

/** Days in a row without lessons that one board spans. */
export type FreeDays = { readonly holiday: Holiday; readonly first: number; readonly count: number };

/** The holidays and free days of a page, each once over all its columns that have no lesson. */
export function freeDaysOf(columns: readonly DayColumn[], holidays: readonly Holiday[]): FreeDays[] {
  const found: FreeDays[] = [];
  columns.forEach(({ date, boxes }, index) => {
    const holiday = holidays.find(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at);
    if (!holiday || boxes.length > 0) return;
    const before = found.at(-1);
    if (before?.holiday === holiday && before.first + before.count === index) {
      found[found.length - 1] = { ...before, count: before.count + 1 };
    } else found.push({ holiday, first: index, count: 1 });
  });
  return found;
}
