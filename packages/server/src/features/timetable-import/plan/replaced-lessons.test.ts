import { describe, expect, it } from 'vitest';
import { aRow } from './plan.fixtures.ts';
import { findReplaced, type SideIds } from './replaced-lessons.ts';
import type { LessonRow } from './state.ts';

const NOBODY: SideIds = { subject_id: null, grade_ids: null, teacher_ids: null, bookable_ids: null };
const FIRST = { begins_at: '08:00', ends_at: '08:45' };
const DOUBLE = { begins_at: '08:00', ends_at: '09:35' };
const SECOND = { hour: '2', time_begins_at: '08:50', time_ends_at: '09:35' };

type Asked = { hour?: string | null; lesson?: string | null; kind?: 'ADDITIONAL' | 'CANCLED' | null };
function idsOf(lessons: LessonRow[], from: Partial<SideIds>, { hour = '1', lesson = null, kind = null }: Asked = {}) {
  const slot = hour === '1-2' ? DOUBLE : hour === '9' ? null : FIRST;
  return findReplaced({ hour, lesson, kind }, { ...NOBODY, ...from }, slot, lessons).map(({ lesson_id }) => lesson_id);
}

describe('the lessons that a substitution replaces', () => {
  it('are those of its period with its grade or its teacher', () => {
    const lessons = [aRow(1), aRow(2, { grade_ids: [2], teacher_ids: [2] }), aRow(3, SECOND)];
    expect(idsOf(lessons, { grade_ids: [1] })).toEqual([1]);
    expect(idsOf(lessons, { teacher_ids: [2] })).toEqual([2]);
    expect(idsOf(lessons, { grade_ids: [1], teacher_ids: [2] })).toEqual([]);
    expect(idsOf(lessons, { grade_ids: [1, 2] })).toEqual([1, 2]);
    expect(idsOf([aRow(1, { teacher_ids: [1, 2] })], { teacher_ids: [2, 3] })).toEqual([1]);
  });

  it('are none where it names neither grade nor teacher: the period alone says nothing', () => {
    expect(idsOf([aRow(1)], {})).toEqual([]);
    expect(idsOf([aRow(1)], { subject_id: 1, bookable_ids: [1] })).toEqual([]);
    expect(idsOf([aRow(1)], { grade_ids: [], teacher_ids: [] })).toEqual([]);
  });

  it('are none for an additional lesson', () => {
    expect(idsOf([aRow(1)], { grade_ids: [1] }, { kind: 'ADDITIONAL' })).toEqual([]);
    expect(idsOf([aRow(1)], { grade_ids: [1] }, { kind: 'CANCLED' })).toEqual([1]);
  });

  it('have its subject, unless one of them has none', () => {
    const lessons = [aRow(1), aRow(2, { subject_id: 2 }), aRow(3, { subject_id: null })];
    expect(idsOf(lessons, { grade_ids: [1], subject_id: 2 })).toEqual([2, 3]);
    expect(idsOf(lessons, { grade_ids: [1] })).toEqual([1, 2, 3]);
  });

  it('may lack the grade or the teacher by which it is asked', () => {
    expect(
      idsOf([aRow(1, { grade_ids: [] }), aRow(2, { teacher_ids: [] })], { grade_ids: [1], teacher_ids: [1] }),
    ).toEqual([1, 2]);
    expect(idsOf([aRow(1, { grade_ids: [] })], { grade_ids: [2], teacher_ids: [2] })).toEqual([]);
  });

  it('are all within its time where several periods are named', () => {
    const lessons = [
      aRow(1),
      aRow(2, SECOND),
      aRow(3, { hour: '3', time_begins_at: '09:55', time_ends_at: '10:40' }),
      aRow(4, { hour: '0', time_begins_at: '07:55', time_ends_at: '08:40' }),
      aRow(5, { hour: '5', time_begins_at: '09:00', time_ends_at: '09:36' }),
      aRow(6, { hour: '6', time_begins_at: null }),
      aRow(7, { hour: '7', time_ends_at: null }),
    ];
    expect(idsOf(lessons, { grade_ids: [1] }, { hour: '1-2' })).toEqual([1, 2]);
    // A period that no grid knows is found by its name.
    expect(idsOf([aRow(1, { hour: '9' }), aRow(2)], { grade_ids: [1] }, { hour: '9' })).toEqual([1]);
  });

  it('begin with it where one of them has no period', () => {
    const lessons = [aRow(1), aRow(2, SECOND), aRow(3, { hour: null })];
    expect(idsOf(lessons, { grade_ids: [1] }, { hour: null })).toEqual([1, 3]);
    expect(idsOf(lessons, { grade_ids: [1] })).toEqual([1, 3]);
    expect(idsOf([aRow(1, { hour: null })], { grade_ids: [1] }, { hour: '9' })).toEqual([]);
    expect(idsOf([aRow(1, { hour: null, time_begins_at: null })], { grade_ids: [1] }, { hour: '9' })).toEqual([]);
  });

  it('are those of the lesson that the source names, in its period', () => {
    const lessons = [
      aRow(1, { external_lesson: '5' }),
      aRow(2, { external_lesson: '50' }),
      aRow(3, { external_lesson: '5', ...SECOND }),
      aRow(4, { external_lesson: '5/b' }),
    ];
    expect(idsOf(lessons, {}, { lesson: '5' })).toEqual([1, 4]);
    expect(idsOf(lessons, {}, { lesson: '7' })).toEqual([]);
    expect(idsOf(lessons, { grade_ids: [1] }, { lesson: '7' })).toEqual([1, 2, 4]);
  });

  it('are the fitting parts of the named lesson, or all of its parts where none fits', () => {
    const parts = [aRow(1, { external_lesson: '5' }), aRow(2, { external_lesson: '5', teacher_ids: [2] })];
    expect(idsOf(parts, { teacher_ids: [2] }, { lesson: '5' })).toEqual([2]);
    expect(idsOf(parts, { teacher_ids: [3] }, { lesson: '5' })).toEqual([1, 2]);
    expect(idsOf([...parts, aRow(3, { teacher_ids: [3] })], { teacher_ids: [3] }, { lesson: '5' })).toEqual([1, 2]);
  });
});
