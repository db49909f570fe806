import type { Child } from '@kreide/core/features/users';
import { describe, expect, it } from 'vitest';
import { mondayOfWeek, ownPlans, toTimetableTarget } from './target.ts';

const child = (id: number, has_timetable = true): Child => ({
  id,
  uuid: `00000000-0000-4000-8000-00000000000${id}`,
  firstname: `Child ${id}`,
  lastname: 'Berg',
  displayname: `Child ${id} Berg`,
  grade_id: has_timetable ? 1 : null,
  has_timetable,
  is_registered: true,
});
const nobody = {
  id: 3,
  teacher_id: null,
  childs: [],
  has_timetable: false,
  permissions: ['view-timetable-all' as const],
};

describe('the way from /timetable', () => {
  it('leads a pupil to the own plan and a parent to the first child [T-2.01] [T-2.02] [T-2.03] [T-6.29]', () => {
    expect(toTimetableTarget({ ...nobody, type: 'STUDENT', has_timetable: true })).toBe('/timetable/users/3');
    const parent = { ...nobody, type: 'PARENT' as const, has_timetable: true, childs: [child(8), child(7)] };
    expect(toTimetableTarget(parent)).toBe('/timetable/users/8');
    expect(ownPlans(parent)).toEqual([
      { id: 8, name: 'Child 8' },
      { id: 7, name: 'Child 7' },
    ]);
  });

  it('leads who teaches to the teacher’s plan and others to their own [T-2.04]', () => {
    const teacher = { ...nobody, type: 'TEACHER' as const, teacher_id: 12, has_timetable: true };
    expect(toTimetableTarget(teacher)).toBe('/timetable/teachers/12');
    expect(toTimetableTarget({ ...teacher, permissions: [] })).toBe('/timetable/users/3');
    expect(toTimetableTarget({ ...nobody, type: 'EMPLOYEE', has_timetable: true })).toBe('/timetable/users/3');
  });

  it('leads to /no-timetable without a plan or a child that has one [T-2.05]', () => {
    expect(toTimetableTarget({ ...nobody, type: 'STUDENT' })).toBe('/no-timetable');
    expect(toTimetableTarget({ ...nobody, type: 'PARENT' })).toBe('/no-timetable');
    expect(toTimetableTarget({ ...nobody, type: 'PARENT', childs: [child(7, false)] })).toBe('/no-timetable');
    expect(toTimetableTarget({ ...nobody, type: 'EMPLOYEE' })).toBe('/no-timetable');
  });
});

describe('a week by its number', () => {
  it('is the nearest one, over the turn of the year too [T-2.22]', () => {
    expect(mondayOfWeek(47, '2026-11-18')).toBe('2026-11-16');
    expect(mondayOfWeek(2, '2026-11-18')).toBe('2027-01-11');
    expect(mondayOfWeek(53, '2026-11-18')).toBe('2026-12-28');
    expect(mondayOfWeek(53, '2026-06-30')).toBe('2026-12-28');
    expect(mondayOfWeek(53, '2025-06-30')).toBeNull();
  });
});
