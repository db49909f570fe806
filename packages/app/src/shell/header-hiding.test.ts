import { expect, it } from 'vitest';
import { type HeaderState, toHeaderState } from './header-hiding.ts';

const scroll = (...ways: number[]) => {
  const seen: boolean[] = [];
  let state: HeaderState = { isHidden: false, at: 0 };
  for (const place of ways) {
    state = toHeaderState(state, place);
    seen.push(state.isHidden);
  }
  return seen;
};

it('the header hides 40 px below the top on the way down and shows on the way up [C-9.23]', () => {
  expect(scroll(40, 41)).toEqual([false, false]);
  expect(scroll(40, 57)).toEqual([false, true]);
  expect(scroll(300, 40)).toEqual([true, false]);
  expect(scroll(-30, 0)).toEqual([false, false]);
});

it('ways shorter than 17 px change nothing, several of them add up [C-9.23]', () => {
  expect(scroll(300, 284)).toEqual([true, true]);
  expect(scroll(300, 283)).toEqual([true, false]);
  expect(scroll(300, 290, 280)).toEqual([true, true, false]);
  expect(scroll(300, 200, 216, 217)).toEqual([true, false, false, true]);
});
