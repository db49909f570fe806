import type { CourseRecord } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { type CourseSides, findAliases, matchCourses } from './courses.ts';
import { aUnit } from './plan.fixtures.ts';

const SIDES: CourseSides = { subject_id: 1, grade_ids: [1, 2], teacher_ids: [1] };
const inFile = (code: string, more: Partial<CourseSides> = {}) => {
  const record: CourseRecord = {
    external_id: null,
    code,
    name: null,
    subject: null,
    grades: [],
    teachers: [],
    is_required: false,
  };
  return { record, sides: { ...SIDES, ...more } };
};
const ours = (id: number, more: Partial<CourseSides> = {}) => aUnit(id, `c${id}`, { extra: { ...SIDES, ...more } });
const match = (records: ReturnType<typeof inFile>[], rows: ReturnType<typeof ours>[]) =>
  Object.fromEntries([...matchCourses(records, rows)].map(([{ code }, { id }]) => [code, id]));

describe('a course of another program', () => {
  it('is one of ours if subject, grades and teachers are equal, whatever it is called [T-5.35]', () => {
    expect(match([inFile('x')], [ours(1, { subject_id: 2 }), ours(2), ours(3, { grade_ids: [1] })])).toEqual({ x: 2 });
  });

  it('is paired in order where several are equal, each with one', () => {
    expect(match([inFile('x'), inFile('y'), inFile('z')], [ours(1), ours(2)])).toEqual({ x: 1, y: 2 });
    expect(match([inFile('x')], [ours(1), ours(2)])).toEqual({ x: 1 });
  });

  it('is recognised with another teacher if it is the only one of its subject and grades on both sides', () => {
    const other = { teacher_ids: [2] };
    expect(match([inFile('x', other)], [ours(1)])).toEqual({ x: 1 });
    expect(match([inFile('x', other)], [ours(1), ours(2)])).toEqual({});
    expect(match([inFile('x', other), inFile('y', other)], [ours(1)])).toEqual({});
    expect(match([inFile('x', { ...other, subject_id: 2 })], [ours(1)])).toEqual({});
    expect(match([inFile('x', { ...other, grade_ids: [1] })], [ours(1)])).toEqual({});
  });

  it('counts as the only one when the equal ones are paired already', () => {
    expect(match([inFile('x', { teacher_ids: [2] }), inFile('y')], [ours(1), ours(2, { teacher_ids: [3] })])).toEqual({
      x: 2,
      y: 1,
    });
  });

  it('keeps grades and teachers apart from each other', () => {
    expect(match([inFile('x', { grade_ids: [11], teacher_ids: [] })], [ours(1, { grade_ids: [1, 1] })])).toEqual({});
  });

  it('can be one of ours that has no people and no subject', () => {
    const nobody = { subject_id: null, grade_ids: [], teacher_ids: [] };
    expect(match([inFile('x', nobody)], [aUnit(5, 'c5')])).toEqual({ x: 5 });
  });
});

describe('a course that is new only because the file groups pupils differently', () => {
  it('is ours where all its lessons were in one course', () => {
    const pairs = [
      { before: 7, after: -1 },
      { before: 7, after: -1 },
      { before: 8, after: -2 },
    ];
    expect([...findAliases(pairs)]).toEqual([
      [-1, 7],
      [-2, 8],
    ]);
  });

  it('is new where its lessons were in several, in whatever order', () => {
    const [one, other] = [
      { before: 7, after: -1 },
      { before: 8, after: -1 },
    ];
    for (const pairs of [
      [one, other],
      [one, other, one],
      [one, one, other],
    ])
      expect([...findAliases(pairs)]).toEqual([]);
  });

  it('is not looked for without a new course or an old one', () => {
    expect([
      ...findAliases([
        { before: 7, after: null },
        { before: 7, after: 9 },
        { before: null, after: -1 },
      ]),
    ]).toEqual([]);
    expect([
      ...findAliases([
        { before: null, after: -1 },
        { before: 7, after: -1 },
      ]),
    ]).toEqual([[-1, 7]]);
  });
});
