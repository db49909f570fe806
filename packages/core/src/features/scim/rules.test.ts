import { expect, it } from 'vitest';
import { endProblem } from './rules.ts';

it('a token ends today at the earliest and in two years at the latest', () => {
  const at = (endsOn: string) => endProblem(endsOn, '2026-11-18');
  expect([at('2026-11-17'), at('2026-11-18'), at('2028-11-17'), at('2028-11-18')]).toEqual(['past', null, null, 'far']);
});
