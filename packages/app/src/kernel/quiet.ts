/** How long the toast about an unreachable server is not repeated, ms (P-8.06). */
export const FETCHING_PROBLEM_QUIET = 2000;

/** Runs an action at most once per `duration` ms; calls in between are dropped, not delayed. */
export function createQuiet(duration: number, now: () => number = Date.now) {
  let until = Number.NEGATIVE_INFINITY;
  return (action: () => void): void => {
    const time = now();
    if (time < until) return;
    until = time + duration;
    action();
  };
}
