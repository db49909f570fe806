import { describe, expect, it } from 'vitest';
import { lessonOf, PERIODS } from '../proposal/small-school.ts';
import type { PlannedLesson } from '../schema.ts';
import { placeRails } from './placing.ts';

const course = (course_id: number, at: readonly [number, number] | null, rest: Partial<PlannedLesson> = {}) =>
  lessonOf({ course_id, teacher_ids: [course_id], ...(at && { at }), ...rest });

/** Where each lesson is after the moves. */
function after(lessons: readonly PlannedLesson[], rails: readonly (readonly number[])[], rest = {}) {
  const moves = placeRails({ rails, lessons, periods: PERIODS, days: 2, wishes: [], ...rest });
  return lessons.map((lesson) => {
    const move = moves.find(({ lesson_id }) => lesson_id === lesson.lesson_id);
    if (!move) return lesson.weekday === null ? null : `${lesson.weekday}/${lesson.hour}`;
    return move.to && `${move.to.weekday}/${move.to.hour}`;
  });
}

describe('rails in a version of the plan', () => {
  it('meet at the same times, one rail never beside another, and what can stay stays [D-8.18]', () => {
    const lessons = [
      course(1, [1, 1]),
      course(1, [2, 1]),
      course(2, [1, 1]),
      course(2, [1, 3]),
      course(3, [1, 2]),
      course(3, [2, 1]),
      course(4, null),
    ];
    const found = after(lessons, [
      [1, 2],
      [3, 4],
    ]);
    expect(found.slice(0, 4)).toEqual(['1/1', '2/1', '1/1', '2/1']);
    expect(found[4]).toBe('1/2');
    expect(['1/2', found[5]]).toContain(found[6]);
    expect(new Set([...found.slice(0, 2), ...found.slice(4, 6)]).size).toBe(4);
  });

  it('leave pinned lessons and those of others alone, keep off closed times, and say what has no time left', () => {
    const pinned = course(1, [2, 2], { is_pinned: true });
    const ofAll = lessonOf({ course_id: null, at: [1, 1], grade_ids: [1] });
    const wishes = [{ entity: 'teachers' as const, id: 2, weekday: 2, hour: '2', wish: -3 }];
    expect(after([pinned, course(2, null), ofAll], [[1, 2]])).toEqual(['2/2', '2/2', '1/1']);
    const closed = after([course(1, [2, 2]), course(2, null), ofAll], [[1, 2]], { wishes });
    expect(closed[0]).toBe(closed[1]);
    expect(['2/2', '1/1']).not.toContain(closed[0]);
    const many = Array.from({ length: 13 }, () => course(1, null));
    expect(after(many, [[1]]).filter((place) => place === null)).toHaveLength(1);
    expect(after([course(1, [1, 2], { length: 2 }), course(2, [1, 4], { length: 2 })], [[1, 2]])).toEqual([
      '1/2',
      '1/2',
    ]);
  });

  it('keep off teachers and rooms that others need, and what is pinned stays whatever is there', () => {
    const other = { course_id: null, at: [1, 1] as const, grade_ids: [], teacher_ids: [] };
    expect(after([course(1, null), lessonOf({ ...other, teacher_ids: [1] })], [[1]])).toEqual(['1/2', '1/1']);
    const room = { bookable_ids: [7] };
    expect(after([course(1, null, room), lessonOf({ ...other, ...room })], [[1]])).toEqual(['1/2', '1/1']);
    const pinned = course(1, [1, 1], { is_pinned: true });
    expect(after([pinned, course(2, null), lessonOf({ ...other, grade_ids: [1] })], [[1, 2]])[1]).toBe('1/1');
    const long = course(2, [1, 1], { is_pinned: true, length: 2 });
    expect(after([long, pinned], [[1, 2]])).toEqual(['1/1', '1/1']);
  });

  it('place what is longest first, and one directly behind the other', () => {
    expect(after([course(1, [1, 2]), course(2, null, { length: 2 })], [[1], [2]], { days: 1 })[1]).toBe('1/1');
    const [first, second] = PERIODS;
    if (!first || !second) throw new Error('two periods');
    const periods = [first, { ...second, begins_at: first.ends_at }];
    const lessons = [course(1, null), course(2, null)];
    expect(after(lessons, [[1], [2]], { days: 1, periods })).toEqual(['1/1', '1/2']);
    const behind = [course(1, [1, 2], { time_begins_at: first.ends_at }), course(2, null)];
    expect(after(behind, [[1], [2]], { days: 1, periods })).toEqual(['1/2', '1/1']);
  });

  it('are in the way of nobody who is there in other weeks only, and of everybody in a common one [D-8.18]', () => {
    const weeks = (...all: string[]) => ({ pattern: { name: 'x', weeks: all } });
    const other = { course_id: null, at: [1, 1] as const, teacher_ids: [1], ...weeks('2026-08-03') };
    const own = course(1, null, weeks('2026-08-10'));
    expect(after([own, lessonOf(other)], [[1]])[0]).toBe('1/1');
    expect(after([course(1, null, weeks('2026-08-03', '2026-08-10')), lessonOf(other)], [[1]])[0]).toBe('1/2');
    expect(after([own, course(2, null, { teacher_ids: [1] }), lessonOf(other)], [[1, 2]]).slice(0, 2)).toEqual([
      '1/2',
      '1/2',
    ]);
  });
});
