import { expect, it } from 'vitest';
import { findSimilarClasses } from './similar-classes.ts';

it('classes that differ in capitals or blanks only are asked about, those of the list among each other too', () => {
  expect(findSimilarClasses(['10A', '10 a', '10b', '11C', '11c'], ['10a'])).toEqual([
    { name: '10A', other: '10a' },
    { name: '10 a', other: '10a' },
    { name: '11c', other: '11C' },
  ]);
});
