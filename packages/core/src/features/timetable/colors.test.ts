import { expect, it } from 'vitest';
import { HUES } from '../../kernel/hues.ts';
import { COURSE_COLORS_MAXIMUM, courseColorsOf, inOwnColors, withCourseColor } from './colors.ts';

it('a course has the colour that somebody gave it until they take it away; the oldest of too many goes [T-7.32] [T-9.10]', () => {
  expect(HUES).toHaveLength(12);
  const once = withCourseColor([], { course_id: 7, color: 'violet' });
  const twice = withCourseColor(courseColorsOf({ 'users.timetable.colors': once }), { course_id: 9, color: 'red' });
  const colors = courseColorsOf({ 'users.timetable.colors': twice });
  const lesson = (id: number) => ({ course: { id }, subject: { color: 'blue' } });
  expect(inOwnColors([lesson(7), lesson(8), { course: { id: 9 }, subject: null }], colors)).toEqual([
    { course: { id: 7 }, subject: { color: 'violet' } },
    lesson(8),
    { course: { id: 9 }, subject: null },
  ]);
  expect(withCourseColor(colors, { course_id: 7, color: null })).toBe('9:red');
  expect(courseColorsOf({ 'users.timetable.colors': '7:lila,x' })).toEqual([]);
  const many = Array.from({ length: COURSE_COLORS_MAXIMUM }, (_, at) => ({ course_id: at + 1, color: 'red' as const }));
  expect(withCourseColor(many, { course_id: 999, color: 'pink' })).toMatch(/^2:red.*,999:pink$/);
});
