import { toMinutes } from '../../kernel/calendar/times.ts';
import { toLocal } from '../../kernel/calendar/zone.ts';
import { SHORT_BREAK_MINUTES } from './limits.ts';
import { changesOf, moveOf } from './look.ts';
import { type LessonId, type Occurrence, partsOf, toOccurrences } from './occurrence.ts';
import type { Lesson, LessonReference } from './schema.ts';

/** Whether a pause between two minutes is a short break: 0 to 7 minutes (T-9.02). */
export function isShortBreak(ends: number, begins: number): boolean {
  return begins >= ends && begins - ends <= SHORT_BREAK_MINUTES;
}

/**
 * Joins double lessons: the same teaching in the same place without a pause or over a short break becomes one
 * occurrence, whose lesson has the times of the whole and the periods "1–2" (T-9.02). A double lesson of which only one
 * half changed stays two. Nothing is lost (see `partsOf`), the order stays.
 * @param occurrences in time order
 */
export function joinDoubles(occurrences: readonly Occurrence[]): Occurrence[] {
  const joined: Occurrence[] = [];
  let first = 0;
  for (const occurrence of occurrences) {
    while (joined[first] && joined[first]!.date !== occurrence.date) first += 1;
    const index = joined.findIndex((earlier, at) => at >= first && continues(earlier, occurrence));
    if (index === -1) joined.push(occurrence);
    else joined[index] = join(joined[index]!, occurrence);
  }
  return joined;
}

function continues(earlier: Occurrence, later: Occurrence): boolean {
  return (
    isShortBreak(earlier.minutes_ends_at, later.minutes_begins_at) &&
    isSameTeaching(partsOf(earlier).at(-1)!.lesson, later.lesson)
  );
}

function join(earlier: Occurrence, later: Occurrence): Occurrence {
  const { lesson } = earlier;
  const { hour, time_ends_at } = later.lesson;
  const begin = lesson.hour?.split('–')[0] ?? null;
  return {
    ...earlier,
    minutes_ends_at: later.minutes_ends_at,
    parts: [...partsOf(earlier), later],
    lesson: {
      ...lesson,
      time_ends_at,
      hour: begin === null || hour === null ? (begin ?? hour) : `${begin}–${hour}`,
      // What it replaced lasted as long, so that its end is no change.
      substituted_lessons: lesson.substituted_lessons.map((reference, index) => ({
        ...reference,
        time_ends_at: later.lesson.substituted_lessons[index]?.time_ends_at ?? reference.time_ends_at,
      })),
    },
  };
}

/** Whether two lessons are the same teaching in the same place, with the same note and changed in the same way. */
function isSameTeaching(a: Lesson, b: Lesson): boolean {
  return (
    a.meta.displayname === b.meta.displayname && contentOf(a) === contentOf(b) && areNeighbours(moveOf(a), moveOf(b))
  );
}

function contentOf(lesson: Lesson): string {
  const { kind, comment, course, teachers, bookables, grades, substituted_lessons } = lesson;
  const changes = changesOf(lesson).filter(({ field }) => field !== 'time');
  return JSON.stringify([kind, comment, course, teachers, bookables, grades, substituted_lessons.length, changes]);
}

/** Both halves moved to or from places that follow each other, or neither moved. */
function areNeighbours(a: LessonReference | null, b: LessonReference | null): boolean {
  if (!a || !b) return a === b;
  return a.lesson_date === b.lesson_date && isShortBreak(toMinutes(a.time_ends_at), toMinutes(b.time_begins_at));
}

/** Whether an occurrence is, or contains, the lesson of an id on its date in the school's zone. */
export function isOccurrenceOf(occurrence: Occurrence, id: LessonId, zone: string): boolean {
  if (!partsOf(occurrence).some(({ lesson }) => lesson.uuid === id.text)) return false;
  const { date, minutes } = toLocal(new Date(id.timestamp * 1000), zone);
  return occurrence.date === date && occurrence.minutes_begins_at <= minutes && minutes < occurrence.minutes_ends_at;
}

/**
 * The occurrence of a lesson id, its date taken in the school's zone, as the double lesson that it is part of; null when
 * the plan has none (T-2.08).
 */
export function findOccurrence(lessons: readonly Lesson[], id: LessonId, zone: string): Occurrence | null {
  const { date, minutes } = toLocal(new Date(id.timestamp * 1000), zone);
  const day = joinDoubles(toOccurrences(lessons, { begins_at: date, ends_at: date }));
  const away = (part: Occurrence) => Math.abs(part.minutes_begins_at - minutes);
  const found = day
    .flatMap((occurrence) => partsOf(occurrence).map((part) => ({ occurrence, part })))
    .filter(({ part }) => part.lesson.uuid === id.text)
    .sort((a, b) => away(a.part) - away(b.part));
  return found[0]?.occurrence ?? null;
}
