import { expect, it } from 'vitest';
import { joinFormer } from './former.ts';
import type { ImportPerson } from './records.ts';

const person = (key: string, external_id: string | null, values: Partial<ImportPerson> = {}): ImportPerson => ({
  key,
  type: 'PARENT',
  places: [],
  external_id,
  lastname: 'Ott',
  firstname: key,
  birth_date: null,
  sex: null,
  class: null,
  shortcut: null,
  email: null,
  phone: null,
  language: null,
  children: [],
  absent_children: [],
  ...values,
});
const child = (key: string) => ({ key, relation: 'MOTHER' as const });
const school = [
  { id: 1, type: 'PARENT' as const, external_id: 'P1' },
  { id: 2, type: 'STUDENT' as const, external_id: 'S1' },
];
const former = [
  { key: 'P9', user_id: 1 },
  { key: 'S9', user_id: 2 },
];

it('a row with a former key is one with the key of today [T-7.101]', () => {
  expect(joinFormer([person('a', 'P9')], school, former)).toMatchObject([{ key: 'a', external_id: 'P1' }]);
  // The same number of another kind of person is somebody else.
  expect(joinFormer([person('a', 'P9', { type: 'TEACHER' })], school, former)).toMatchObject([{ external_id: 'P9' }]);
});

it('rows with both keys are one person, with the children of both, who may be one themselves', () => {
  const people = [
    person('old', 'P9', { children: [child('y'), child('x2')] }),
    person('now', 'P1', { children: [child('x')] }),
    person('x', 'S1', { type: 'STUDENT' }),
    person('x2', 'S9', { type: 'STUDENT' }),
    person('y', 'S5', { type: 'STUDENT' }),
  ];
  const joined = joinFormer(people, school, former);
  expect(joined.map(({ key }) => key)).toEqual(['now', 'x', 'y']);
  expect(joined[0]?.children.map(({ key }) => key)).toEqual(['x', 'y']);
});

it('a list without former keys stays as it is', () => {
  const people = [person('a', 'P1'), person('b', null)];
  expect(joinFormer(people, school, former)).toEqual(people);
  expect(joinFormer(people, school, [])).toBe(people);
});
