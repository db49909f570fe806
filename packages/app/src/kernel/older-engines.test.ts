import { describe, expect, it } from 'vitest';
import { FALLBACKS } from './older-engines.ts';

/** What the fallback answers, beside the engine's own. */
function both(name: (typeof FALLBACKS)[number]['name'], call: (method: never) => unknown) {
  const one = FALLBACKS.find((each) => each.name === name);
  return [one?.fallback, one?.owner[name as never]].map((method) => call(method as never));
}

describe('what stands in for a missing call', () => {
  it.each([
    ['https://kreide.example/a?b=1', undefined],
    ['/a', 'https://kreide.example'],
    ['/a', undefined],
    ['https://', undefined],
  ])('reads the address %s beside %s as an engine does', (address, base) => {
    const [own, engine] = both('parse', (method: typeof URL.parse) => method.call(URL, address, base)?.href ?? null);
    expect(own).toBe(engine);
    const [can, engineCan] = both('canParse', (method: typeof URL.canParse) => method.call(URL, address, base));
    expect(can).toBe(engineCan);
  });

  it('ends with the first signal that ends, and at once with one that has', () => {
    const ends = both('any', (method: typeof AbortSignal.any) => {
      const [first, second] = [new AbortController(), new AbortController()];
      const signal = method.call(AbortSignal, [first.signal, second.signal]);
      const before = signal.aborted;
      second.abort('second');
      const { reason } = signal;
      first.abort('first');
      const late = method.call(AbortSignal, [new AbortController().signal, first.signal]);
      return { before, after: signal.aborted, reason, late: late.aborted, lateReason: late.reason };
    });
    expect(ends[0]).toEqual({ before: false, after: true, reason: 'second', late: true, lateReason: 'first' });
    expect(ends[0]).toEqual(ends[1]);
  });

  it('groups, sorts and reverses as an engine does, and leaves the list as it was', () => {
    const list = [10, 9, 1];
    for (const found of [
      both('groupBy', (method: typeof Map.groupBy) => [
        ...method.call(Map, list, (one: unknown, index) => [index > 1, one].join()),
      ]),
      both('toSorted', (method: typeof list.toSorted) => [method.call(list), method.call(list, (a, b) => a - b)]),
      both('toReversed', (method: typeof list.toReversed) => method.call(list)),
    ])
      expect(found[0]).toEqual(found[1]);
    const [groups] = both('groupBy', (method: typeof Map.groupBy) =>
      method.call(Map, [1, 2, 3], (one: unknown) => Number(one) % 2),
    );
    expect(groups).toEqual(
      new Map([
        [1, [1, 3]],
        [0, [2]],
      ]),
    );
    expect(list).toEqual([10, 9, 1]);
  });
});
