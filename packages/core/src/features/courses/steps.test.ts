import { expect, it } from 'vitest';
import type { AvailableCourse, Enrolment } from '../structure/index.ts';
import type { AvailableCourses } from './schema.ts';
import { chosenIds, isUndecided, planSelection, toSteps } from './steps.ts';

const subject = (id: number, name: string) => ({ id, shortcut: name.slice(0, 2), name, color: 'blue' });
const taken = (course_id: number, values: Partial<Enrolment> = {}): Enrolment => ({
  id: course_id + 100,
  user_id: 1,
  course_id,
  state: 'SELECTED',
  created_at: '2026-08-01T06:00:00.000Z',
  joined_at: '2026-08-01',
  left_at: null,
  is_fixed: false,
  ...values,
});
const course = (id: number, shortcut: string, of: AvailableCourse['subject'], enrolment: Enrolment | null = null) => ({
  id,
  shortcut,
  name: null,
  type: null,
  subject: of,
  teachers: [],
  enrolment,
});
const keyed = (...all: AvailableCourse[]): AvailableCourses => Object.fromEntries(all.map((one) => [one.id, one]));

const available = keyed(
  course(1, 'REL', subject(1, 'Religion')),
  course(2, 'FR10', subject(2, 'Französisch'), taken(2)),
  course(3, 'FR2', subject(2, 'Französisch'), taken(3, { state: 'DESELECTED' })),
  course(4, 'Chor', null, taken(4, { is_fixed: true })),
);

it('a subject with several courses is a step, all others are single ones, by name and number [T-2.40]', () => {
  const { steps, singles } = toSteps(available, 'de');
  expect(steps.map((step) => [step.subject.name, step.courses.map(({ id }) => id)])).toEqual([['Französisch', [3, 2]]]);
  expect(singles.map(({ id }) => id)).toEqual([4, 1]);
  expect([chosenIds(available), isUndecided(Object.values(available))]).toEqual([[2, 4], true]);
});

it('a selection changes only what differs, never what the school fixed, and knows no other course [T-4.08]', () => {
  expect(planSelection(available, [3, 4])).toEqual({ select: [3], deselect: [1, 2] });
  expect(planSelection(available, [2, 4])).toEqual({ select: [], deselect: [1] });
  expect([
    planSelection(available, [2]),
    planSelection(available, [2, 4, 9]),
    planSelection(available, [2, 2, 4]),
  ]).toEqual([null, null, null]);
});
