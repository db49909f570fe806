import { describe, expect, it } from 'vitest';
import { stripShape } from './Strip.tsx';

const told = (...args: Parameters<typeof stripShape>) => {
  const { columns, rows, hasHead } = stripShape(...args);
  return `${columns}×${rows}${hasHead ? ' with head' : ''}`;
};

describe('the strip of courses at the same time', () => {
  it('of a double lesson is a head and a row for each of up to six', () => {
    for (const isNarrow of [false, true]) expect(told(6, 95, isNarrow, 2)).toBe('1×6 with head');
    expect(told(9, 95, false, 2)).toBe('2×6 with head');
  });

  it('of a single lesson has two columns, and a head where there is room for one', () => {
    expect(told(2, 45, false, 2)).toBe('1×2');
    expect(told(4, 45, false, 2)).toBe('2×2 with head');
    expect(told(6, 45, false, 2)).toBe('2×3');
  });

  it('on a phone has rows up to four, then columns as wide as the codes', () => {
    expect(told(4, 45, true, 5)).toBe('1×4');
    expect(told(6, 45, true, 2)).toBe('3×2 with head');
    expect(told(6, 45, true, 3)).toBe('2×3');
    expect(told(6, 45, true, 4)).toBe('1×3 with head');
  });

  it('of less than three lines only counts', () => {
    expect(told(3, 30, false, 2)).toBe('1×0 with head');
  });
});
