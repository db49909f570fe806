import type { Lesson, LessonReference } from '@kreide/core/features/timetable';
import { expect, it } from 'vitest';
import { toTodayLessons } from './today.ts';

const lesson = (name: string, time_begins_at: string, more: Partial<Lesson> = {}) =>
  ({
    dates: ['2026-11-18'],
    kind: null,
    time_begins_at,
    meta: { displayname: name },
    substituted_lessons: [],
    ...more,
  }) as Lesson;

it('lists the lessons of one day in time order and says what is different', () => {
  const lessons = [
    lesson('Sport', '10:00', { kind: 'CANCLED' }),
    lesson('Mathe', '08:00'),
    lesson('Kunst', '09:00', { substituted_lessons: [{} as LessonReference] }),
    lesson('Gestern', '07:00', { dates: ['2026-11-17'] }),
  ];
  const today = toTodayLessons(lessons, '2026-11-18');
  expect(today.map(({ lesson: { meta }, look }) => [meta.displayname, look])).toEqual([
    ['Mathe', 'regular'],
    ['Kunst', 'changed'],
    ['Sport', 'CANCLED'],
  ]);
});
