import { expect, it } from 'vitest';
import { writeSize } from './file-size.ts';

it('bytes are written in the unit that people say, one step for each thousand', () => {
  const said = (bytes: number) => writeSize('de', bytes).replace(/\s/g, ' ');
  expect([0, 999, 1_000, 1_440_000, 999_900_000].map(said)).toEqual([
    '0 Byte',
    '999 Byte',
    '1 kB',
    '1,4 MB',
    '999,9 MB',
  ]);
  expect([1_000_000_000, 2_500_000_000_000].map(said)).toEqual(['1 GB', '2.500 GB']);
});
