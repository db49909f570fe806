import { describe, expect, it } from 'vitest';
import { isSwipe, toDrag } from './swipe.ts';

const at = (x: number, y = 0, time = 0) => ({ x, y, time });

describe('a swipe', () => {
  it('begins when the pointer has clearly moved sideways, and not when it scrolls', () => {
    expect(toDrag(at(100), at(105, 4))).toBe('none');
    expect(toDrag(at(100), at(85, 6))).toBe('along');
    expect(toDrag(at(100), at(104, 30))).toBe('across');
  });

  it('turns the page when far or fast enough, in both directions [T-2.29]', () => {
    expect(isSwipe(at(300, 0, 0), at(170, 0, 2000), 390)).toBe(true);
    expect(isSwipe(at(300, 0, 0), at(220, 0, 2000), 390)).toBe(false);
    expect(isSwipe(at(100, 0, 0), at(160, 0, 80), 390)).toBe(true);
    expect(isSwipe(at(100, 0, 0), at(110, 0, 1), 390)).toBe(false);
  });
});
