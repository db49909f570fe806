import { type Lesson, type Look, lookOf } from '@kreide/core/features/timetable';

export interface TodayLesson {
  lesson: Lesson;
  look: Look;
}

/** The lessons of one date in time order, each with its look (T-3.31). */
export function toTodayLessons(lessons: readonly Lesson[], date: string): TodayLesson[] {
  return lessons
    .filter((lesson) => lesson.dates.includes(date))
    .sort(
      (a, b) =>
        a.time_begins_at.localeCompare(b.time_begins_at) || a.meta.displayname.localeCompare(b.meta.displayname),
    )
    .map((lesson) => ({ lesson, look: lookOf(lesson) }));
}
