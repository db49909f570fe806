import { expect, it } from 'vitest';
import { toNames } from './names.ts';

it('the initials of a name are those of its first and its last word, of a single word its own', () => {
  expect(['Ada Lang', 'Ada Maria Lang', 'Ada', ''].map(toNames)).toEqual([
    ['Ada', 'Lang'],
    ['Ada', 'Lang'],
    ['Ada', ''],
    ['', ''],
  ]);
});
