import { expect, test } from 'vitest';
import { findExamGrades } from './exam-grades.ts';

const line = (external_lesson: string, grade_ids: number[], source = 'untis') => ({
  source,
  external_lesson,
  grade_ids,
});
const LESSONS = [
  line('12/M~1', [3, 1]),
  line('12/D~1', [2]),
  line('123/M~1', [9]),
  line('14/E~1', [1, 4]),
  line('12/M~1', [8], 'asc'),
];
const gradesOf = (numbers: string[], courses: string[] = []) =>
  findExamGrades({ exam_of: { numbers, courses } } as Parameters<typeof findExamGrades>[0], LESSONS, 'untis');

test('an exam is of the classes of its lessons, sorted, each once, and of no other source or number', () => {
  expect(gradesOf(['12'])).toEqual([1, 2, 3]);
  expect(gradesOf(['12', '14'])).toEqual([1, 2, 3, 4]);
});

test('only its courses count where one of them is among the lessons; else all its lessons', () => {
  expect(gradesOf(['12'], ['M'])).toEqual([1, 3]);
  expect(gradesOf(['12', '14'], ['E'])).toEqual([1, 4]);
  expect(gradesOf(['12'], ['F'])).toEqual([1, 2, 3]);
});

test('it is of no class when the plan has none of its lessons; other records are not asked', () => {
  expect(gradesOf(['99'])).toEqual([]);
  expect(findExamGrades({}, LESSONS, 'untis')).toBeNull();
});
