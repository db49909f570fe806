/** The request timeout, ms (P-9.01). */
export const REQUEST_TIMEOUT = 18_000;
/** The timeout of a call whose answer is cached, ms (C-9.05): the screen shows the cached one meanwhile. */
export const KEPT_TIMEOUT = 30_000;
/** Number of retries of a call that may be repeated. */
export const RETRIES = 5;

/**
 * Wait before a retry, ms: 500 · 2^(5 − n) with n counting the retries left, so 500, 1000, 2000, 4000, 8000 (P-9.03).
 */
export function backoff(retriesLeft: number): number {
  return 500 * 2 ** (RETRIES - retriesLeft);
}

/** Waits, unless the signal aborts it. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
