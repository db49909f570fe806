import { expect, it } from 'vitest';
import { waitForUser } from './user-wait.ts';

/** A fetch that ends at the look of this number, with what was paused. */
async function waitUntil(look: number): Promise<{ isThere: boolean; looks: number; paused: number[] }> {
  const paused: number[] = [];
  let looks = 0;
  const pause = async (ms: number) => void paused.push(ms);
  const isThere = await waitForUser(() => ++looks >= look, pause);
  return { isThere, looks, paused };
}

it('the user is waited for 30 times 100 ms, then the fetch counts as failed [P-9.11]', async () => {
  expect(await waitUntil(1)).toEqual({ isThere: true, looks: 1, paused: [] });
  expect(await waitUntil(4)).toEqual({ isThere: true, looks: 4, paused: [100, 100, 100] });
  const last = await waitUntil(31);
  expect([last.isThere, last.paused.length]).toEqual([true, 30]);
  const never = await waitUntil(Number.POSITIVE_INFINITY);
  expect(never).toEqual({ isThere: false, looks: 31, paused: Array.from({ length: 30 }, () => 100) });
});
