import { expect, it } from 'vitest';
import { type CountedExam, examName, examProblems, examsOver } from './index.ts';

const FRIDAY = '2026-11-20';
const LIMITS = { per_day: 1, per_week: 3 };
const judged = { date: FRIDAY, is_open: true, grade_ids: [1] };
const exam = (id: number, date: string, grade_ids: number[], is_open = true): CountedExam => ({
  id,
  date,
  is_open,
  grade_ids,
});

it('a class is over the day with its second exam, and over the week with its fourth, Monday to Sunday', () => {
  expect(examsOver(judged, LIMITS, [exam(1, FRIDAY, [2])], [])).toEqual([]);
  expect(examsOver(judged, LIMITS, [exam(1, FRIDAY, [1, 2])], [])).toMatchObject([
    { scope: 'day', grade_id: 1, count: 2, limit: 1, exam_ids: [1] },
  ]);
  const week = ['2026-11-16', '2026-11-17', '2026-11-22'].map((date, at) => exam(at + 1, date, [1]));
  expect(examsOver(judged, LIMITS, week, [])).toMatchObject([
    { scope: 'week', count: 4, limit: 3, exam_ids: [1, 2, 3] },
  ]);
  const apart = ['2026-11-15', '2026-11-16', '2026-11-23'].map((date, at) => exam(at + 1, date, [1]));
  expect(examsOver(judged, LIMITS, apart, [])).toEqual([]);
  expect(examsOver(judged, { per_day: 0, per_week: 0 }, week, [])).toEqual([]);
});

it('pupils of mixed courses are counted each for themselves, and not again where their whole class is over', () => {
  const courses = [exam(1, FRIDAY, [1, 2], false), exam(2, FRIDAY, [2])];
  const pupils = [
    { user_id: 7, grade_id: 1, exam_ids: [1] },
    { user_id: 8, grade_id: 2, exam_ids: [1, 2] },
    { user_id: 9, grade_id: 1, exam_ids: [] },
  ];
  expect(examsOver(judged, LIMITS, courses, pupils)).toEqual([
    { scope: 'day', grade_id: null, user_ids: [7, 8], count: 3, limit: 1, exam_ids: [1, 2] },
  ]);
  const both = { ...judged, grade_ids: [1, 2] };
  expect(examsOver(both, LIMITS, courses, pupils)).toMatchObject([
    { grade_id: 2, count: 2, exam_ids: [2] },
    { grade_id: null, user_ids: [7], count: 2, exam_ids: [1] },
  ]);
});

it('an exam is of a course or of a class in a subject, and ends after it begins', () => {
  const times = { date: FRIDAY, time_begins_at: '08:00', time_ends_at: '08:00' };
  const rules = (unit: Parameters<typeof examProblems>[1]) => examProblems(times, unit).map(({ rule }) => rule);
  expect(rules({ course_id: 1, grade_id: null, subject_id: null })).toEqual(['endsEarly']);
  expect(rules({ course_id: 1, grade_id: 2, subject_id: null })).toEqual(['unitRequired', 'endsEarly']);
  expect(rules({ course_id: null, grade_id: 2, subject_id: null })).toEqual(['unitRequired', 'endsEarly']);
  const maths = { shortcut: 'MA', name: 'Mathe' };
  expect(examName({ subject: maths, course: null, grades: [{ shortcut: '7a', name: null }] })).toBe('Mathe · 7a');
  expect(examName({ subject: null, course: { shortcut: 'M1', name: 'LK Mathe' }, grades: [] })).toBe('LK Mathe');
});
