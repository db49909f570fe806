import { isoWeekOf, weekdayOf } from '../../kernel/calendar/dates.ts';
import { toMinutes } from '../../kernel/calendar/times.ts';
import { toInstant } from '../../kernel/calendar/zone.ts';
import type { Lesson } from './schema.ts';

/** A lesson on one of its dates, with what the client derives from it (T-3.35). */
export type Occurrence = {
  readonly lesson: Lesson;
  readonly date: string;
  /** 1 = Monday … 7. */
  readonly weekday: number;
  /** ISO week number. */
  readonly week: number;
  /** Minutes since midnight, school time. */
  readonly minutes_begins_at: number;
  /** Minutes since midnight, school time; exclusive. */
  readonly minutes_ends_at: number;
  /** Of a double lesson its single ones, in time order; `lesson` then spans all of them. */
  readonly parts?: readonly Occurrence[];
};

/** A range of dates, both ends included. */
export type DateRange = { readonly begins_at: string; readonly ends_at: string };

type Day = Pick<Occurrence, 'weekday' | 'week'>;

function dayOf(date: string): Day {
  return { weekday: weekdayOf(date), week: isoWeekOf(date) };
}

function withDay(lesson: Lesson, date: string, day: Day): Occurrence {
  return {
    lesson,
    date,
    weekday: day.weekday,
    week: day.week,
    minutes_begins_at: toMinutes(lesson.time_begins_at),
    minutes_ends_at: toMinutes(lesson.time_ends_at),
  };
}

/** The lesson on one date, derived fields added (T-3.35). */
export function toOccurrence(lesson: Lesson, date: string): Occurrence {
  return withDay(lesson, date, dayOf(date));
}

/** Earlier first, then longer, then by identity, so that the order of the answer never matters. */
export function compareOccurrences(a: Occurrence, b: Occurrence): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  if (a.minutes_begins_at !== b.minutes_begins_at) return a.minutes_begins_at - b.minutes_begins_at;
  if (a.minutes_ends_at !== b.minutes_ends_at) return b.minutes_ends_at - a.minutes_ends_at;
  if (a.lesson.uuid !== b.lesson.uuid) return a.lesson.uuid < b.lesson.uuid ? -1 : 1;
  const [kindA, kindB] = [a.lesson.kind ?? '', b.lesson.kind ?? ''];
  return kindA === kindB ? 0 : kindA < kindB ? -1 : 1;
}

/** Every occurrence inside a closed range of dates, in time order. */
export function toOccurrences(lessons: readonly Lesson[], range: DateRange): Occurrence[] {
  const found: Occurrence[] = [];
  const days = new Map<string, Day>();
  for (const lesson of lessons) {
    if (lesson.ends_at < range.begins_at || lesson.begins_at > range.ends_at) continue;
    for (const date of lesson.dates) {
      if (date < range.begins_at || date > range.ends_at) continue;
      const day = days.get(date) ?? dayOf(date);
      days.set(date, day);
      found.push(withDay(lesson, date, day));
    }
  }
  return found.sort(compareOccurrences);
}

/** The id of an occurrence in addresses: `<lesson uuid>-<epoch seconds of its start>` (T-2.23). */
export function toLessonId(occurrence: Occurrence, zone: string): string {
  const { lesson, date } = occurrence;
  return `${lesson.uuid}-${Math.floor(toInstant(date, lesson.time_begins_at, zone).getTime() / 1000)}`;
}

/** The two parts of a lesson id (T-2.23). */
export type LessonId = { readonly text: string; readonly timestamp: number };

/** Splits a lesson id at its last hyphen; null when the timestamp is none (T-2.24, T-5.34, T-8.14). */
export function parseLessonId(id: string): LessonId | null {
  const match = /^(.+)-(\d{1,11})$/.exec(id);
  return match && { text: match[1]!, timestamp: Number(match[2]) };
}

/** The single lessons of an occurrence: itself, or those of a double lesson. */
export function partsOf(occurrence: Occurrence): readonly Occurrence[] {
  return occurrence.parts ?? [occurrence];
}
