import { expect, it } from 'vitest';
import { findCircle } from './no-circles.ts';

const build = (imports: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(imports).map(([name, needed]) => [name, { type: 'chunk' as const, imports: needed }]),
  );

it('files of a build that wait for each other are found, whatever else they share', () => {
  expect(findCircle(build({ a: ['b', 'c'], b: ['c'], c: [], d: ['a', 'gone'] }))).toBeNull();
  expect(findCircle(build({ x: ['a'], a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a', 'b', 'c', 'a']);
  expect(findCircle(build({ a: ['a'] }))).toEqual(['a', 'a']);
  expect(findCircle({ a: { type: 'asset' } })).toBeNull();
});
