import { expect, it } from 'vitest';
import { createQuiet, FETCHING_PROBLEM_QUIET } from './quiet.ts';

it('tells of an unreachable server once, then stays silent for 2 s [P-8.06] [C-8.16]', () => {
  let time = 1000;
  const told: number[] = [];
  const quietly = createQuiet(FETCHING_PROBLEM_QUIET, () => time);
  for (time of [1000, 1001, 2999, 3000, 3500, 5000]) quietly(() => told.push(time));
  expect(told).toEqual([1000, 3000, 5000]);
});
