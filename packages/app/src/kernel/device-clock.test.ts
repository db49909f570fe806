import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CLOCK_KEY, learningTime, offsetOf, serverTime } from './device-clock.ts';
import { shelves } from './storage.ts';

const NOW = Date.parse('2026-11-18T07:50:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(async () => {
  await answerOf(0)('/');
  vi.useRealTimers();
});

/** Of a server whose clock is ahead of this device's by so many minutes. */
const answerOf = (minutes: number, headers: Record<string, string> = {}) =>
  learningTime(async () => {
    const date = new Date(Date.now() + minutes * 60_000).toUTCString();
    return new Response('', { headers: { date, 'cache-control': 'private, no-cache', ...headers } });
  });
const minutesOff = () => Math.round((serverTime() - Date.now()) / 60_000);

it('a press on a device whose clock is off has the time of the server, until the clock is right again', async () => {
  await answerOf(17)('/');
  expect(minutesOff()).toBe(17);
  // Without a network the last answer counts.
  await expect(learningTime(() => Promise.reject(new TypeError('offline')))('/')).rejects.toThrow();
  vi.advanceTimersByTime(3_600_000);
  expect(minutesOff()).toBe(17);
  await answerOf(-90)('/');
  expect(minutesOff()).toBe(-90);
  await answerOf(0)('/');
  expect(serverTime()).toBe(Date.now());
});

it('a clock that is less than two minutes off is taken as right, since an answer may be that long on its way', async () => {
  await answerOf(1.9)('/');
  expect(serverTime()).toBe(Date.now());
  await answerOf(2.1)('/');
  expect(minutesOff()).toBe(2);
});

it('an answer that was kept, or names no time, says nothing of the clock', async () => {
  await answerOf(30)('/');
  await answerOf(-600, { 'cache-control': 'public, max-age=300' })('/');
  await answerOf(5, { date: 'soon' })('/');
  expect(minutesOff()).toBe(30);
});

it('the server said its time halfway between question and answer', () => {
  const headers = new Headers({ date: new Date(NOW + 1_800_000).toUTCString(), 'cache-control': 'no-store' });
  expect(offsetOf({ headers }, { at: NOW, until: NOW + 60_000 })).toBe(1_770_500);
});

/** The module as after a start of the app, on the same device. */
async function started() {
  vi.resetModules();
  const { serverTime } = await import('./device-clock.ts');
  const { shelves: again } = await import('./storage.ts');
  again.local.setItem(CLOCK_KEY, shelves.local.getItem(CLOCK_KEY) ?? '');
  return () => Math.round((serverTime() - Date.now()) / 60_000);
}

it('a start without a network uses the last known difference of the clock, for a week and while the clock was not set back', async () => {
  await answerOf(17)('/');
  vi.advanceTimersByTime(3 * 24 * 3_600_000);
  expect((await started())()).toBe(17);
  // Use measures it anew, so the week counts from then.
  await answerOf(17)('/');
  vi.advanceTimersByTime(6 * 24 * 3_600_000);
  expect((await started())()).toBe(17);
  vi.setSystemTime(NOW);
  expect((await started())()).toBe(0);
  vi.setSystemTime(NOW + 11 * 24 * 3_600_000);
  expect((await started())()).toBe(0);
  // A clock that is right leaves nothing.
  await answerOf(0)('/');
  expect(shelves.local.getItem(CLOCK_KEY)).toBeNull();
  for (const wrong of ['{', '{"offset":"x","at":1}', '7', 'null']) {
    shelves.local.setItem(CLOCK_KEY, wrong);
    expect((await started())()).toBe(0);
  }
});
