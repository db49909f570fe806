import { type Lesson, toOccurrence } from '@kreide/core/features/timetable';
import { expect, it } from 'vitest';
import { toTodayLessons } from './today.ts';

const at = (hour: string, kind: Lesson['kind'] = null) =>
  toOccurrence(
    {
      kind,
      time_begins_at: `${hour}:00`,
      time_ends_at: `${hour}:45`,
      substituted_lessons: [],
      meta: { displayname: hour },
    } as unknown as Lesson,
    '2026-11-18',
  );

it('keeps in sight what is going on, the next lessons and every change to come', () => {
  const day = [...['08', '09', '10', '11', '12', '13'].map((hour) => at(hour)), at('14', 'CANCLED')];
  const shown = (minutes: number) =>
    toTodayLessons(day, minutes)
      .filter(({ isExtra }) => !isExtra)
      .map(({ lesson: { meta }, look, isNow }) => [meta.displayname, isNow && 'now', look].filter(Boolean).join(' '));
  expect(shown(7 * 60)).toEqual(['08 regular', '09 regular', '10 regular', '11 regular', '14 CANCLED']);
  expect(shown(9 * 60)).toEqual(['09 now regular', '10 regular', '11 regular', '12 regular', '14 CANCLED']);
  expect(shown(9 * 60 + 45)).toHaveLength(5);
  expect(shown(15 * 60)).toEqual([]);
});
