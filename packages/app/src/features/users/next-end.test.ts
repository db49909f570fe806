import { expect, it } from 'vitest';
import { nextEnd } from './next-end.ts';

it('people are told of what ends first: their account, or the school with it [D-6.08]', () => {
  const [december, july] = ['2026-12-18T09:10:00.000Z', '2027-07-31T22:00:00Z'];
  expect(nextEnd(null, null)).toBeNull();
  expect(nextEnd(july, null)).toEqual({ of: 'account', at: july });
  expect(nextEnd(null, december)).toEqual({ of: 'school', at: december });
  expect(nextEnd(july, december)).toEqual({ of: 'school', at: december });
  expect(nextEnd(december, july)).toEqual({ of: 'account', at: december });
});
