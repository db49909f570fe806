import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextWait, startPoll } from './poll.ts';

describe('the wait between two attempts', () => {
  it('is the interval after a success and grows from 2 s to the interval after failures [T-7.163]', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 60].map((failures) => nextWait(failures, 60_000, 0))).toEqual([
      60_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('is shortened by up to a fifth, so that screens do not come back together', () => {
    expect(nextWait(0, 60_000, 1)).toBe(48_000);
    expect(nextWait(1, 60_000, 0.5)).toBe(1_800);
  });
});

describe('a poll', () => {
  afterEach(() => void vi.useRealTimers());

  it('loads at once, then in its interval, sooner after failures, and at once when the network is back [D-2.11] [T-7.163]', async () => {
    vi.useFakeTimers({ now: 0 });
    const loads: number[] = [];
    const began = Date.now();
    let isAway = false;
    let isRefused = false;
    const poll = startPoll({
      load: async () => {
        loads.push(Date.now() - began);
        if (isAway) throw new Error('away');
      },
      interval: 60_000,
      onValue: () => {},
      onFailure: () => isRefused,
      random: () => 0,
    });
    await vi.advanceTimersByTimeAsync(119_900);
    expect(loads).toEqual([0, 60_000]);
    isAway = true;
    await vi.advanceTimersByTimeAsync(6_100);
    expect(loads).toEqual([0, 60_000, 120_000, 122_000, 126_000]);
    isAway = false;
    poll.now();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(loads.slice(5)).toEqual([126_000]);
    // What is not there, or is asked wrongly, is asked for once an hour, and at once by hand.
    [isAway, isRefused] = [true, true];
    await vi.advanceTimersByTimeAsync(3_500_000);
    expect(loads.slice(6)).toEqual([186_000]);
    poll.now();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(loads.slice(7)).toEqual([3_685_000, 7_285_000]);
    poll.stop();
    await vi.advanceTimersByTimeAsync(7_200_000);
    expect(loads).toHaveLength(9);
  });
});

it('a stopped poll tells nothing more and gives up what is under way', async () => {
  let given: AbortSignal | undefined;
  const onFailure = vi.fn();
  const poll = startPoll({
    load: (signal) => {
      given = signal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    interval: 60_000,
    onValue: () => {},
    onFailure,
  });
  poll.stop();
  await Promise.resolve();
  expect(given?.aborted).toBe(true);
  expect(onFailure).not.toHaveBeenCalled();
});

it('asks at once when the device is online again, and not any more once it is stopped', async () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const load = vi.fn(async () => 1);
  const poll = startPoll({ load, interval: 60_000, onValue: () => {}, onFailure: () => false });
  await Promise.resolve();
  events.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(2);
  poll.stop();
  events.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
