import { expect, it } from 'vitest';
import { coveredByKeyboard } from './use-keyboard-height.ts';

it.each([
  ['no keyboard', { height: 844, scale: 1 }, 0],
  ['a keyboard over the page', { height: 508, scale: 1 }, 336],
  ['a bar of the browser', { height: 780, scale: 1 }, 0],
  ['a part of the page enlarged', { height: 422, scale: 2 }, 0],
])('%s covers so much of the window', (_, seen, covered) => {
  expect(coveredByKeyboard(844, seen)).toBe(covered);
});
