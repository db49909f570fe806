/** How often is looked whether the user is there, and how long after each look the next one comes, ms (P-9.11). */
export const USER_WAIT = { tries: 30, interval: 100 } as const;

/**
 * Waits for the user whom something else fetches (P-9.11).
 * @param isThere whether the fetch has ended, well or not
 * @param pause resolves after so many ms; rejects when nobody waits any more
 * @returns false: it did not end in time and counts as failed
 */
export async function waitForUser(isThere: () => boolean, pause: (ms: number) => Promise<void>): Promise<boolean> {
  for (let left = USER_WAIT.tries; left > 0; left--) {
    if (isThere()) return true;
    await pause(USER_WAIT.interval);
  }
  return isThere();
}
