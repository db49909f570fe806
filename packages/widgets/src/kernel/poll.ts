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

/**
 * The wait after an answer that asking again does not change, ms: a screen that nobody touches comes back by itself when
 * somebody releases its address, and costs the server nothing until then.
 */
const REFUSED_WAIT = 3_600_000;

export interface PollOptions<T> {
  load(signal: AbortSignal): Promise<T>;
  /** Wait between two successes, ms. */
  interval: number;
  onValue(value: T): void;
  /** True: asking again soon gives the same. */
  onFailure(thrown: unknown): boolean;
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
    let isRefused = false;
    try {
      const value = await load(own.signal);
      if (own.signal.aborted) return;
      failures = 0;
      onValue(value);
    } catch (thrown) {
      if (own.signal.aborted) return;
      failures += 1;
      isRefused = onFailure(thrown);
    }
    const wait = isRefused
      ? nextWait(0, Math.max(interval, REFUSED_WAIT), random())
      : nextWait(failures, interval, random());
    if (!own.signal.aborted) timer = setTimeout(now, wait);
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
