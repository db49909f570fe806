import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClock, subscribeTo } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T07:40:30.250Z') });
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  { name: 'second', step: 1_000, first: 770, moves: 3 },
  { name: 'minute', step: 60_000, first: 29_770, moves: 3 },
])(
  'the clock of the $name moves on at each full $name, with one timer for all who look at it and none without them [P-9.28]',
  ({ step, first, moves }) => {
    const clock = createClock(step);
    const seen: number[] = [];
    const ends = [() => seen.push(clock.read()), () => {}, () => {}].map((listener) => clock.subscribe(listener));
    expect(vi.getTimerCount()).toBe(1);
    seen.length = 0;
    vi.advanceTimersByTime(first - 1);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1 + (moves - 1) * step);
    const full = Math.floor(Date.now() / step) * step;
    expect(seen).toEqual([full - 2 * step, full - step, full]);
    for (const end of ends) end();
    expect(vi.getTimerCount()).toBe(0);
  },
);

it('a clock is right as soon as the page is shown again, whose timers slept [T-9.09]', () => {
  const clock = createClock(60_000);
  let seen = 0;
  const end = clock.subscribe(() => {
    seen = clock.read();
  });
  vi.setSystemTime(new Date('2026-03-02T09:12:10Z'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(seen).toBe(Date.parse('2026-03-02T09:12:00Z'));
  end();
});

it('a moment is told when it comes, and to a device that slept over it when it is looked at again [T-9.09]', () => {
  const tell = (moment: string) => {
    const told: boolean[] = [];
    const at = Date.parse(moment);
    return { told, end: subscribeTo(at, () => told.push(Date.now() >= at)) };
  };
  const soon = tell('2026-03-02T07:42:10.000Z');
  vi.advanceTimersByTime(99_000);
  expect(soon.told).not.toContain(true);
  vi.advanceTimersByTime(1_000);
  expect(soon.told.at(-1)).toBe(true);
  const later = tell('2026-03-02T09:00:00.000Z');
  vi.setSystemTime(new Date('2026-03-02T09:12:10Z'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(later.told.at(-1)).toBe(true);
  for (const { end } of [soon, later]) end();
  expect(vi.getTimerCount()).toBe(0);
});
