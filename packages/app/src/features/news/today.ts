import type { Kind, Lesson } from '@kreide/core/features/timetable';

/** How a lesson of today differs from the regular plan; null when it does not. */
export type TodayState = Kind | 'CHANGED' | null;

export interface TodayLesson {
  lesson: Lesson;
  state: TodayState;
}

/** The lessons of one date in time order, each with its state. */
export function toTodayLessons(lessons: readonly Lesson[], date: string): TodayLesson[] {
  return lessons
    .filter((lesson) => lesson.dates.includes(date))
    .sort(
      (a, b) =>
        a.time_begins_at.localeCompare(b.time_begins_at) || a.meta.displayname.localeCompare(b.meta.displayname),
    )
    .map((lesson) => ({ lesson, state: lesson.kind ?? (lesson.substituted_lessons.length > 0 ? 'CHANGED' : null) }));
}
