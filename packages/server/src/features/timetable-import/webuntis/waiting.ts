const MINUTE_MS = 60_000;
/** The longest pause after failures, minutes; an interval that is longer stays as it is. */
const LONGEST_PAUSE = 360;

/** Ms until the next look: the interval, doubled with every failure in a row up to six hours. */
export function pauseAfter(intervalMinutes: number, failures: number): number {
  const doubled = intervalMinutes * 2 ** Math.min(failures, 10);
  return Math.max(intervalMinutes, Math.min(LONGEST_PAUSE, doubled)) * MINUTE_MS;
}

/** Administrators are told after so many failures in a row, once. */
export const FAILURES_TOLD = 3;
