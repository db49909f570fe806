import { expect, it } from 'vitest';
import { clockOf, fixedClock, shiftedClock, systemClock } from './clock.ts';

it('a fixed clock stands still until it is moved', () => {
  const clock = fixedClock('2026-11-18T06:40:00Z');
  clock.now().setFullYear(1999);
  expect(clock.now().toISOString()).toBe('2026-11-18T06:40:00.000Z');
  clock.advance(90_000);
  expect(clock.now().toISOString()).toBe('2026-11-18T06:41:30.000Z');
  clock.set('2027-01-01T00:00:00Z');
  expect(clock.now().getUTCFullYear()).toBe(2027);
});

it('a shifted clock runs on from its start, and never in production', () => {
  const base = fixedClock('2026-11-21T10:00:00Z');
  const start = new Date('2026-03-29T00:59:00Z');
  const clock = shiftedClock(start, base);
  base.advance(60_000);
  expect(clock.now().toISOString()).toBe('2026-03-29T01:00:00.000Z');
  expect(clockOf({ clockStart: start, production: true })).toBe(systemClock);
  expect(clockOf({ clockStart: null, production: false })).toBe(systemClock);
});
