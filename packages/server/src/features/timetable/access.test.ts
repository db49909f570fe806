import { PERMISSIONS } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { audienceOf, toSubject } from './access.ts';

describe('whose plan a person sees', () => {
  const spring = { id: 4, begins_at: '2026-02-01', ends_at: '2026-07-31' };

  it('is that of grades and courses, as long as the person is in them', () => {
    const person = { grades: [spring], courses: [{ ...spring, id: 9 }], dropped: [{ ...spring, id: 8 }] };
    expect(toSubject({ teacher_id: null, ...person })).toEqual({ entity: 'pupil', ...person });
  });

  it("is a teacher's own, whatever else the account belongs to", () => {
    expect(toSubject({ teacher_id: 3, grades: [spring], courses: [] })).toEqual({ entity: 'teachers', id: 3 });
  });
});

describe('what a person sees of a plan', () => {
  it('includes hidden substitutions only with that permission, not with all others together [T-3.12]', () => {
    const others = PERMISSIONS.filter((permission) => permission !== 'view-timetable-hidden');
    expect(audienceOf({ permissions: new Set(['view-timetable-hidden']) })).toEqual({ kind: 'planner' });
    expect(audienceOf({ permissions: new Set(others) })).toEqual({ kind: 'member' });
  });
});
