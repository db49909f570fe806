import { expect, it } from 'vitest';
import { moveConflicts } from './moves.ts';

const option = (id: number, values = {}) => ({
  id,
  title: `Kurs ${id}`,
  capacity: 2,
  minimum: 1,
  is_closed: false,
  first_wishes: 0,
  wishes: 0,
  places: 1,
  ...values,
});
const options = [option(1), option(2, { places: 2 }), option(3, { is_closed: true }), option(4, { places: 2 })];
const at = (option_id: number | null) => ({
  wishes: [1, 2],
  place: { option_id, rank: 0, lottery: 1, luck: 0, is_moved: false },
});
const kindsOf = (from: number | null, to: number | null) =>
  moveConflicts(options, at(from), to).map(({ kind }) => kind);

it('what speaks against a move is known before it: full, closed, not wished, too few where one was, no place [D-8.17]', () => {
  expect(kindsOf(null, 1)).toEqual([]);
  expect(kindsOf(4, 2)).toEqual(['full']);
  expect(kindsOf(1, 3)).toEqual(['closed', 'unwished', 'below']);
  expect(kindsOf(2, null)).toEqual(['none']);
  // Who has wished nothing is put anywhere.
  expect(moveConflicts(options, { wishes: [], place: null }, 1)).toEqual([]);
});
