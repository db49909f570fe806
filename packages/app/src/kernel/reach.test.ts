import { expect, it } from 'vitest';
import { createReach, REACH_PAUSE } from './reach.ts';

it('is not asked again by itself for a while after it was out of reach, and at once when it is found again', () => {
  let now = 1000;
  let isOnline = true;
  const reach = createReach(
    () => isOnline,
    () => now,
  );
  expect(reach.isLost()).toBe(false);
  reach.lose();
  now += REACH_PAUSE - 1;
  expect(reach.isLost()).toBe(true);
  now += 1;
  expect(reach.isLost()).toBe(false);
  reach.lose();
  reach.find();
  expect(reach.isLost()).toBe(false);
  isOnline = false;
  expect(reach.isLost()).toBe(true);
});
