import { expect, it } from 'vitest';
import { type Chosen, extendRange, rowAfter } from './table-keys.ts';

it('keys lead from row to row and never out of the table', () => {
  const from = (key: string, at: number) => rowAfter(key, at, 30, 10);
  expect([from('ArrowDown', 0), from('ArrowUp', 0), from('ArrowDown', 29)]).toEqual([1, 0, 29]);
  expect([from('PageDown', 5), from('PageDown', 25), from('PageUp', 5)]).toEqual([15, 29, 0]);
  expect([from('Home', 12), from('End', 12), from('a', 12)]).toEqual([0, 29, null]);
});

it('a range grows and shrinks with its end, turns at its beginning, and leaves what was chosen before', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const chosen = (to: number, from: number, before: Chosen = {}) =>
    Object.keys(extendRange(before, ids, { anchor: 1, from, to }))
      .sort()
      .join('');
  expect(chosen(2, 1)).toBe('bc');
  expect(chosen(2, 3, { b: true, c: true, d: true })).toBe('bc');
  expect(chosen(0, 2, { b: true, c: true })).toBe('ab');
  expect(chosen(2, 1, { e: true })).toBe('bce');
});
