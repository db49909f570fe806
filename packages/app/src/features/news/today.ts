import { type Lesson, type Look, lookOf, type Occurrence } from '@kreide/core/features/timetable';

/** So many of the lessons to come are shown where there is little room. */
const COMING_SHOWN = 4;

export interface TodayLesson {
  lesson: Lesson;
  look: Look;
  isNow: boolean;
  /** Left out where there is little room: it is over, or late in the day and as planned. */
  isExtra: boolean;
}

/**
 * The lessons of a day, each with its look (T-3.31), beside the clock: what is going on, what comes next, and every change still to
 * come stay in sight.
 * @param minutes since midnight, school time
 */
export function toTodayLessons(occurrences: readonly Occurrence[], minutes: number): TodayLesson[] {
  let coming = 0;
  return occurrences.map(({ lesson, minutes_begins_at, minutes_ends_at }) => {
    const look = lookOf(lesson);
    const isOver = minutes_ends_at <= minutes;
    if (!isOver) coming += 1;
    return {
      lesson,
      look,
      isNow: minutes_begins_at <= minutes && !isOver,
      isExtra: isOver || (coming > COMING_SHOWN && look === 'regular'),
    };
  });
}
