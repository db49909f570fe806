import { expect, it } from 'vitest';
import { toMediaProblem } from './media-problem.ts';

it('what a browser calls a refused device is one of few problems; anything else has failed [C-2.15]', () => {
  const problemsOf = (...names: string[]) => names.map((name) => toMediaProblem(new DOMException('refused', name)));
  expect(problemsOf('NotAllowedError', 'SecurityError')).toEqual(['denied', 'denied']);
  expect(problemsOf('NotFoundError', 'OverconstrainedError')).toEqual(['missing', 'missing']);
  expect(problemsOf('NotReadableError', 'AbortError')).toEqual(['busy', 'busy']);
  expect([...problemsOf('TypeError'), toMediaProblem('refused')]).toEqual(['failed', 'failed']);
});
