/** How long nobody asks again by itself after the server was out of reach, ms. */
export const REACH_PAUSE = 10_000;

/** Remembers that the server was out of reach, so that a page with many parts asks once and not once for each. */
export function createReach(isOnline: () => boolean, now: () => number = Date.now) {
  let lostAt = Number.NEGATIVE_INFINITY;
  return {
    /** Whether a call that nobody pressed for can be saved. */
    isLost: (): boolean => !isOnline() || now() - lostAt < REACH_PAUSE,
    lose: (): void => {
      lostAt = now();
    },
    find: (): void => {
      lostAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Of this device. */
export const reach = createReach(() => globalThis.navigator?.onLine ?? true);
globalThis.addEventListener?.('online', reach.find);
