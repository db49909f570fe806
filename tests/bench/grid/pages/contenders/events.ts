import type { Lesson } from '@kreide/core/features/timetable';

/** What a box of any calendar says: subject, room and teacher. */
export function textOf(lesson: Lesson): string {
  return `${lesson.meta.displayname} ${lesson.bookables[0]?.shortcut} · ${lesson.teachers[0]?.name}`;
}

/** A date and wall time as most calendars read it. */
export function toLocal(date: string, time: string): string {
  return `${date}T${time}:00`;
}
