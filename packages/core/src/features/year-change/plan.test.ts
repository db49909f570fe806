import { describe, expect, it } from 'vitest';
import type { GradeStep } from './grades.ts';
import { type PlacedPupil, planChange } from './plan.ts';

const GRADES = [
  { id: 1, shortcut: '5a' },
  { id: 2, shortcut: '6a' },
  { id: 3, shortcut: '10a' },
  { id: 4, shortcut: 'Igel' },
];
const PROPOSED = new Map<string, GradeStep>([
  ['5a', { to: '6a' }],
  ['6a', { to: '7a' }],
  ['10a', 'leave'],
  ['Igel', null],
]);
const pupil = (id: number, grade_id: number | null, next_grade_id: number | null = null): PlacedPupil => ({
  id,
  name: `Person ${id}`,
  grade_id,
  next_grade_id,
});
const plan = (pupils: PlacedPupil[], said: ReadonlyMap<number, GradeStep> = new Map()) =>
  planChange({ pupils, grades: GRADES, proposed: PROPOSED, said });

describe('the plan of a change', () => {
  it('says of everybody where they come from and go to, and why somebody is not moved [D-3.10] [T-2.80]', () => {
    const { people, counts } = plan([
      pupil(7, null),
      pupil(1, 1),
      pupil(2, 2),
      pupil(3, 3),
      pupil(4, 4),
      pupil(5, null, 1),
      pupil(6, 2, 1),
    ]);
    const told = people.map(({ user_id, kind, reason, from_grade_id, to }) => [
      user_id,
      kind,
      reason,
      from_grade_id,
      to,
    ]);
    expect(told).toEqual([
      [5, 'newcomer', null, null, '5a'],
      [7, 'unmoved', 'no_grade', null, null],
      [1, 'moved', null, 1, '6a'],
      [2, 'moved', null, 2, '7a'],
      [6, 'unmoved', 'placed', 2, '5a'],
      [3, 'leaves', null, 3, null],
      [4, 'unmoved', 'no_target', 4, null],
    ]);
    expect(counts).toEqual({ moved: 2, repeats: 0, leaves: 1, newcomer: 1, unmoved: 3 });
  });

  it('names the grades that people come into and the school does not have', () => {
    expect(plan([pupil(1, 1)]).new_grades).toEqual([]);
    expect(plan([pupil(1, 2)]).new_grades).toEqual(['7a']);
  });

  it('lets pupils stay of whom somebody has said so, unless they have a place in the new year already [T-2.80]', () => {
    const { people } = planChange({
      pupils: [pupil(1, 1), pupil(3, 3), pupil(4, 4), pupil(5, 1, 2), pupil(6, null)],
      grades: GRADES,
      proposed: PROPOSED,
      said: new Map(),
      repeaters: new Set([1, 3, 4, 5, 6]),
    });
    expect(people.map(({ user_id, kind, to }) => [user_id, kind, to])).toEqual([
      [6, 'unmoved', null],
      [1, 'repeats', '5a'],
      [5, 'unmoved', '6a'],
      [3, 'repeats', '10a'],
      [4, 'repeats', 'Igel'],
    ]);
  });

  it('does what somebody has said in the place of what is proposed [T-2.80]', () => {
    const said = new Map<number, GradeStep>([
      [1, { to: '5a' }],
      [2, 'leave'],
      [4, { to: 'Fuchs' }],
    ]);
    const { people, grades, new_grades } = plan([pupil(1, 1), pupil(2, 2), pupil(4, 4)], said);
    expect(people.map(({ kind, to }) => [kind, to])).toEqual([
      ['repeats', '5a'],
      ['leaves', null],
      ['moved', 'Fuchs'],
    ]);
    expect(new_grades).toEqual(['Fuchs']);
    expect(grades.map(({ shortcut, people: size, is_proposed }) => [shortcut, size, is_proposed])).toEqual([
      ['5a', 1, false],
      ['6a', 1, false],
      ['10a', 0, true],
      ['Igel', 1, false],
    ]);
  });
});
