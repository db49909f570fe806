import { expect, it } from 'vitest';
import { pauseAfter } from './waiting.ts';

const minutes = (interval: number, failures: number) => pauseAfter(interval, failures) / 60_000;

it('doubles the interval with every failure, up to six hours', () => {
  expect([0, 1, 2, 3, 4].map((failures) => minutes(60, failures))).toEqual([60, 120, 240, 360, 360]);
  expect(minutes(5, 6)).toBe(320);
  expect(minutes(5, 7)).toBe(360);
  expect(minutes(5, 5000)).toBe(360);
});

it('never asks more often than the school wants', () => {
  expect([0, 1, 9].map((failures) => minutes(1440, failures))).toEqual([1440, 1440, 1440]);
});
