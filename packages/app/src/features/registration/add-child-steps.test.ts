import { expect, it } from 'vitest';
import { type Adding, NOTHING, STEPS, stepBefore } from './add-child-steps.ts';

it('each step of adding a child needs what the one before it asks for, and without a code all lead to the first [P-2.74]', () => {
  const name = { firstname: 'Ada', lastname: 'Berg' };
  const found = (grades: object[], child: object | null = {}) => ({ child, grades }) as unknown as Adding['found'];
  const before = (values: Partial<Adding>) => STEPS.map((step) => stepBefore(step, { ...NOTHING, ...values }));
  const first = 'activation-key';
  expect(before({})).toEqual([null, first, first, first]);
  expect(before({ name, found: found([{}]), grade_id: 7 })).toEqual([null, first, first, first]);
  expect(before({ code: 'ABCD' })).toEqual([null, null, 'name', 'name']);
  expect(before({ code: 'ABCD', name, found: found([{}], null) })).toEqual([null, null, 'name', 'name']);
  expect(before({ code: 'ABCD', name, found: found([{}]) })).toEqual([null, null, null, 'grade']);
  expect(before({ code: 'ABCD', name, found: found([{}]), grade_id: 7 })).toEqual([null, null, null, null]);
  expect(before({ code: 'ABCD', name, found: found([]) })).toEqual([null, null, null, null]);
  for (const unknown of [undefined, 'end']) expect(stepBefore(unknown, { ...NOTHING, code: 'ABCD' })).toBe(first);
});
