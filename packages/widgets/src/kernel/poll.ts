/** The first wait after a failure, ms. */
const FIRST_RETRY = 2_000;

/**
 * The wait before the next attempt, ms: the interval after a success; after failures 2, 4, 8 … seconds, never longer
 * than the interval. A random reduction of up to a fifth keeps many screens from retrying in the same second.
 * @param failures in a row
 * @param random 0 to 1
 */
export function nextWait(failures: number, interval: number, random: number): number {
  const wait = failures === 0 ? interval : Math.min(interval, FIRST_RETRY * 2 ** Math.min(failures - 1, 20));
  return Math.round(wait * (1 - random / 5));
}

export interface PollOptions<T> {
  load(signal: AbortSignal): Promise<T>;
  /** Wait between two successes, ms. */
  interval: number;
  onValue(value: T): void;
  onFailure(thrown: unknown): void;
  random?: () => number;
}

export interface Poll {
  /** Retries at once and cancels a pending attempt. */
  now(): void;
  /** Stops timers and pending attempts; no callback is called any more. */
  stop(): void;
}

/** Loads at once and then at intervals until stopped, and as soon as the browser is online again. */
export function startPoll<T>({ load, interval, onValue, onFailure, random = Math.random }: PollOptions<T>): Poll {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | null = null;

  async function attempt(): Promise<void> {
    clearTimeout(timer);
    current?.abort();
    const own = new AbortController();
    current = own;
    try {
      const value = await load(own.signal);
      if (own.signal.aborted) return;
      failures = 0;
      onValue(value);
    } catch (thrown) {
      if (own.signal.aborted) return;
      failures += 1;
      onFailure(thrown);
    }
    if (!own.signal.aborted) timer = setTimeout(now, nextWait(failures, interval, random()));
  }
  function now(): void {
    void attempt();
  }

  globalThis.addEventListener?.('online', now);
  now();
  return {
    now,
    stop() {
      globalThis.removeEventListener?.('online', now);
      clearTimeout(timer);
      current?.abort();
    },
  };
}
