import type { LessonRecord, ParsedPlan } from '@kreide/core/features/timetable-import';
import { weekdayOf } from '@kreide/core/kernel';
import { anchorOf, weekIndex } from './calendar.ts';

/** A lesson in one period of one date, according to the weekly plan. */
export interface Occurrence {
  lesson: LessonRecord;
  hour: number;
  teacher: string;
  room: string;
  /** The same lesson continues in the period before or after. */
  isDouble: boolean;
}

/** A date with its lessons and who and what is in use when; changes to the day are recorded as they are made. */
export interface SchoolDay {
  date: string;
  occurrences: Occurrence[];
  isFree(what: 'teacher' | 'room' | 'grade', code: string, hour: number): boolean;
  occupy(what: 'teacher' | 'room' | 'grade', code: string, hour: number): void;
}

/** The lessons of a date from the weekly plan alone; the caller checks that it is a school day. */
export function schoolDayOf(plan: ParsedPlan, date: string): SchoolDay {
  if (plan.school_year === null) throw new Error('a demo plan says which school year it is for');
  const weekday = weekdayOf(date);
  const week = weekIndex(date, anchorOf(plan.school_year));
  const occurrences = plan.lessons.flatMap((lesson) => {
    const held = lesson.placements.filter(
      ({ weekday: day, weeks }) =>
        day === weekday && (weeks.kind === 'every' || (weeks.kind === 'cycle' && weeks.mask[week] === true)),
    );
    const hours = held.map((placement) => Number(placement.hour));
    return held.map(({ bookables }, i): Occurrence => {
      const hour = hours[i] as number;
      const isDouble = hours.includes(hour + 1) || hours.includes(hour - 1);
      return { lesson, hour, teacher: lesson.teachers[0] ?? '', room: bookables[0] ?? '', isDouble };
    });
  });
  const used = new Set<string>();
  const key = (what: string, code: string, hour: number) => `${what} ${hour} ${code}`;
  for (const { lesson, hour, teacher, room } of occurrences) {
    used.add(key('teacher', teacher, hour)).add(key('room', room, hour));
    for (const grade of lesson.grades) if (!lesson.course?.startsWith('AG ')) used.add(key('grade', grade, hour));
  }
  return {
    date,
    occurrences,
    isFree: (what, code, hour) => !used.has(key(what, code, hour)),
    occupy: (what, code, hour) => void used.add(key(what, code, hour)),
  };
}
