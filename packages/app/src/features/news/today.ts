import { type Lesson, type Look, lookOf, type Occurrence } from '@kreide/core/features/timetable';

/** How many upcoming lessons are shown where space is short. */
const COMING_SHOWN = 4;

export interface TodayLesson {
  lesson: Lesson;
  look: Look;
  isNow: boolean;
  /** Hidden where space is short: it is over, or later in the day and unchanged. */
  isExtra: boolean;
}

/**
 * The lessons of a day, each with its look (T-3.31), relative to the current time: the current lesson, the next ones
 * and every upcoming change stay visible.
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
