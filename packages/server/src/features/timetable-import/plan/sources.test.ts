import { describe, expect, it } from 'vitest';
import { DEMO_SOURCE, isOfOtherProgram, isOwn, isReplaceableBy } from './sources.ts';

describe('the sources that an import may replace', () => {
  it.each([
    ['untis', { isReplaceable: true, isOther: false, isOurs: false }],
    [DEMO_SOURCE, { isReplaceable: true, isOther: false, isOurs: false }],
    ['asc', { isReplaceable: false, isOther: true, isOurs: false }],
    ['planner', { isReplaceable: false, isOther: false, isOurs: true }],
    ['manual', { isReplaceable: false, isOther: false, isOurs: true }],
  ])('depends on who wrote it: %s', (source, expected) => {
    const row = { source };
    expect({
      isReplaceable: isReplaceableBy('untis', row),
      isOther: isOfOtherProgram('untis', row),
      isOurs: isOwn(row),
    }).toEqual(expected);
  });
});
