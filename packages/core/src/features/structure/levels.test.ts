import { expect, it } from 'vitest';
import { classesByLevel, levelsOf, readLevels } from './levels.ts';

it('a class is for the year levels of its range, else for that of its short name [T-3.05]', () => {
  const of = (shortcut: string, range: string | null = null) => levelsOf({ shortcut, range });
  expect([of('10b'), of('5'), of('Q1'), of('Q1', '11-12'), of('7a', '8')]).toEqual([[10], [5], [], [11, 12], [8]]);
  expect(['12-11', '7-', 'a', '123', ''].map(readLevels)).toEqual([null, null, null, null, null]);
});

it('year levels of several classes are chosen at once, the lowest first [T-3.05]', () => {
  const names = ['10b', '10a', '7a', 'Q1', '12x'];
  const classes = names.map((shortcut, id) => ({ id, shortcut, range: shortcut === 'Q1' ? '11-12' : null }));
  expect(classesByLevel(classes)).toEqual([
    { level: 10, ids: [0, 1] },
    { level: 12, ids: [3, 4] },
  ]);
});
