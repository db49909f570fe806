import { describe, expect, it } from 'vitest';
import { flatMapInSteps, inSlices, type Steps, toEnd } from './slices.ts';

/** Blocks for a few milliseconds per step, as a large plan does. */
function* busy(count: number): Steps<number> {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + 4;
    while (performance.now() < end);
    yield;
  }
  return count;
}

describe('work in slices', () => {
  it('gives everybody else a turn while it lasts', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const result = await inSlices(busy(30));
    clearInterval(timer);
    expect(result).toBe(30);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('has the same result at once', () => {
    expect(toEnd(busy(3))).toBe(3);
    expect(toEnd(busy(0))).toBe(0);
  });

  it('rejects with what a step throws', async () => {
    const failing = flatMapInSteps(
      Array.from({ length: 200 }, (_, index) => index),
      (item) => {
        if (item === 150) throw new Error('item 150');
        return [item];
      },
    );
    await expect(inSlices(failing)).rejects.toThrow('item 150');
  });

  it('maps every item in order, however many there are', () => {
    for (const length of [0, 1, 63, 64, 65, 300]) {
      const items = Array.from({ length }, (_, index) => index);
      const twice = (item: number) => (item % 2 === 0 ? [item, item] : []);
      expect(toEnd(flatMapInSteps(items, twice))).toEqual(items.flatMap(twice));
    }
  });
});
