import { expect, it } from 'vitest';
import { readingQuestion } from './readings.ts';

const COUNTS = { new: 0, changed: 0, unchanged: 100, missing: 0, ambiguous: 0 };
const FACTS = { doubtful_classes: 0, is_renumbered: false, is_taken_back: false };
const ask = (counts: Partial<typeof COUNTS>, facts: Partial<typeof FACTS> = {}) =>
  readingQuestion({ counts: { ...COUNTS, ...counts }, ...FACTS, ...facts });

it('what was read at night asks nobody unless more than a fifth would change, or something is to be decided [T-7.129]', () => {
  expect(ask({})).toBeNull();
  expect(ask({ new: 20 })).toBeNull();
  expect(ask({ new: 21 })).toBe('many');
  expect(ask({ new: 10, changed: 13 })).toBe('many');
  expect(ask({ unchanged: 80, missing: 20 })).toBeNull();
  expect(ask({ unchanged: 79, missing: 21 })).toBe('many');
  // A few are never a fifth: a school that begins, or a small one.
  expect(ask({ unchanged: 0, new: 5 })).toBeNull();
  expect(ask({ unchanged: 0, new: 6 })).toBe('many');
  expect(ask({ ambiguous: 1 })).toBe('questions');
  expect(ask({}, { doubtful_classes: 1 })).toBe('questions');
  expect(ask({}, { is_renumbered: true })).toBe('questions');
  expect(ask({ new: 50, ambiguous: 3 }, { is_taken_back: true })).toBe('taken_back');
});
