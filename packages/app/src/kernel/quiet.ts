/** How long the toast about an unreachable server stays silent after it appeared, ms (P-8.06). */
export const FETCHING_PROBLEM_QUIET = 2000;

/** Runs an action at most once per so many ms; what comes in between is left out, not put off. */
export function createQuiet(duration: number, now: () => number = Date.now) {
  let until = Number.NEGATIVE_INFINITY;
  return (action: () => void): void => {
    const time = now();
    if (time < until) return;
    until = time + duration;
    action();
  };
}
