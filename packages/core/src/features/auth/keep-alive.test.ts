import { describe, expect, it } from 'vitest';
import { hasFallenSilent, KEEP_ALIVE, needsKeepAlive } from './keep-alive.ts';

describe('the signs of life of a session', () => {
  const now = Date.UTC(2026, 10, 18, 7);
  const after = (ms: number) => hasFallenSilent(String(now - ms), now);

  it('may be 65 s old, and not a moment older [P-4.29] [P-9.10]', () => {
    expect([after(0), after(65_000), after(65_001)]).toEqual([false, false, true]);
    expect(KEEP_ALIVE.ping).toBe(10_000);
  });

  it('may be 5 s ahead, and not a moment more [P-4.30] [P-9.10]', () => {
    expect([after(-5000), after(-5001)]).toEqual([false, true]);
  });

  it('that cannot be read end the session; none at all do not', () => {
    expect([hasFallenSilent('', now), hasFallenSilent('soon', now), hasFallenSilent(null, now)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('count where the variant wants them, in a browser, for those who have not opted out [P-4.31]', () => {
    const all = { isWanted: true, isNative: false, isOptedOut: false };
    expect(needsKeepAlive(all)).toBe(true);
    for (const but of [{ isWanted: false }, { isNative: true }, { isOptedOut: true }])
      expect(needsKeepAlive({ ...all, ...but })).toBe(false);
  });
});
