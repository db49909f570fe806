/** How often a tab leaves its stamp, how old a stamp may be and how far ahead, ms (P-9.10). */
export const KEEP_ALIVE = { ping: 10_000, oldest: 65_000, ahead: 5_000 } as const;

/**
 * Whether a session ends for want of a sign of life: the stamp that the tabs of a browser share is too old, or further
 * ahead than clocks differ (P-4.29, P-4.30). Without a stamp nothing is known, and nothing ends.
 * @param stamp epoch ms, as it was kept
 */
export function hasFallenSilent(stamp: string | null, now: number): boolean {
  if (stamp === null) return false;
  const age = now - Number(stamp);
  return !(age <= KEEP_ALIVE.oldest && age >= -KEEP_ALIVE.ahead);
}

/** Whether the signs of life count here: the variant wants them, in a browser, and the person has not opted out (P-4.31). */
export const needsKeepAlive = (place: { isWanted: boolean; isNative: boolean; isOptedOut: boolean }): boolean =>
  place.isWanted && !place.isNative && !place.isOptedOut;
