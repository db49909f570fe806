import { describe, expect, it } from 'vitest';
import { copyLesson, joinLesson, splitLesson } from './parts.ts';
import { patternsOf } from './patterns.ts';
import { lessonProblems } from './rules.ts';
import type { PlannedLesson } from './schema.ts';

const periods = ['1', '2', '3', '4'].map((hour, index) => ({
  hour,
  weekday: null,
  begins_at: `0${index + 1}:00`,
  ends_at: `0${index + 1}:45`,
  type: 'LESSON' as const,
  is_hidden: false,
}));
const lesson = (lesson_id: number, values: Partial<PlannedLesson> = {}): PlannedLesson => ({
  lesson_id,
  version: 3,
  subject_id: 1,
  course_id: null,
  weekday: 1,
  hour: '2',
  time_begins_at: '02:00',
  time_ends_at: '02:45',
  length: 1,
  begins_at: '2026-08-01',
  ends_at: '2027-07-15',
  pattern: null,
  grade_ids: [4, 5],
  teacher_ids: [7],
  bookable_ids: [],
  is_pinned: false,
  is_divisible: false,
  ...values,
});

describe('a double', () => {
  it('becomes two singles that follow each other, and one again', () => {
    const double = lesson(1, { length: 2 });
    const parts = splitLesson(double, periods);
    expect(parts).toMatchObject({
      edits: [{ lesson_id: 1, version: 3, content: { length: 1, grade_ids: [4, 5] } }],
      added: [{ length: 1, place: { weekday: 1, hour: '3' }, copied_lesson_id: 1 }],
    });
    // From either of both, whatever the order of its classes.
    const [first, second] = [lesson(1), lesson(2, { hour: '3', grade_ids: [5, 4] })];
    const joined = {
      edits: [{ lesson_id: 1, version: 3, content: { length: 2 } }],
      removed: [{ lesson_id: 2, version: 3 }],
    };
    expect(joinLesson(first, [first, second], periods)).toMatchObject(joined);
    expect(joinLesson(second, [first, second], periods)).toMatchObject(joined);
  });

  it('without a time is divided and joined without one, and three periods into two and one', () => {
    const tray = { weekday: null, hour: null };
    expect(splitLesson(lesson(1, { ...tray, length: 3 }), periods)).toMatchObject({
      edits: [{ content: { length: 2 } }],
      added: [{ length: 1, place: null }],
    });
    const [first, second] = [lesson(1, tray), lesson(2, tray)];
    expect(joinLesson(second, [first, second], periods)).toMatchObject({ edits: [{ lesson_id: 1 }] });
    expect(joinLesson(first, [first, lesson(2, { hour: '3' })], periods)).toBeNull();
  });

  it('is none where the lessons differ or do not follow each other', () => {
    expect(splitLesson(lesson(1), periods)).toBeNull();
    for (const values of [
      { hour: '4' },
      { hour: '3', weekday: 2 },
      { hour: '3', teacher_ids: [8] },
      { hour: '3', pattern: { name: 'A', weeks: [] } },
      { hour: '3', ends_at: '2026-12-31' },
    ])
      expect(joinLesson(lesson(1), [lesson(1), lesson(2, values)], periods)).toBeNull();
    expect(copyLesson(lesson(1))).toMatchObject({ added: [{ place: null, copied_lesson_id: 1, teacher_ids: [7] }] });
  });
});

it('the patterns of a year are those that there are, and every second week from that of week A on', () => {
  const year = { begins_at: '2026-08-03', ends_at: '2026-08-24', anchor: '2026-08-10' };
  expect(patternsOf([{ name: 'B', weeks: ['2026-08-24'] }], year)).toEqual([
    { id: 'A:2026-08-10,2026-08-24', name: 'A', weeks: ['2026-08-10', '2026-08-24'] },
    { id: 'B:2026-08-24', name: 'B', weeks: ['2026-08-24'] },
  ]);
});

it('a lesson is of something, with somebody, in weeks of the school year', () => {
  const year = { begins_at: '2026-08-05', ends_at: '2027-07-15' };
  const rulesOf = (values: Partial<PlannedLesson>) => lessonProblems(lesson(1, values), year).map(({ rule }) => rule);
  expect(rulesOf({ subject_id: null, grade_ids: [], teacher_ids: [] })).toEqual(['subjectRequired', 'peopleRequired']);
  expect(rulesOf({ subject_id: null, course_id: 1, grade_ids: [] })).toEqual([]);
  const weeks = (...all: string[]) => rulesOf({ pattern: { name: 'A', weeks: all } });
  // The year begins on a Wednesday: its week counts.
  expect(weeks('2026-08-03', '2027-07-12')).toEqual([]);
  expect(weeks('2026-07-27')).toEqual(['weeksOfYear']);
  expect(weeks('2026-08-04')).toEqual(['weeksOfYear']);
  expect(weeks('2027-07-19')).toEqual(['weeksOfYear']);
});
