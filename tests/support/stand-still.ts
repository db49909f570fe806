import { backoff, RETRIES } from '../../packages/core/src/client/index.ts';

/** How long the client waits before each repetition of a call, ms. */
export const RETRY_PAUSES = Array.from({ length: RETRIES }, (_, done) => backoff(RETRIES - done));

/**
 * Runs in a page before its scripts: the date stands at an instant, and timers are the engine's own. The driver's clock, which a test may
 * install above it, has timers of its own that cost the engine a tenth of its work.
 *
 * @param instant milliseconds since 1970
 */
export function standStill(instant: number): void {
  const RealDate = Date;
  function FixedDate(...values: unknown[]) {
    if (!new.target) return new RealDate(instant).toString();
    return Reflect.construct(RealDate, values.length > 0 ? values : [instant], new.target);
  }
  const { parse, UTC, prototype } = RealDate;
  // Hidden as those of the engine's are: a clock above this one takes over what it sees.
  for (const [name, value] of Object.entries({ parse, UTC, prototype, now: () => instant }))
    Object.defineProperty(FixedDate, name, { value, writable: true, configurable: name !== 'prototype' });
  globalThis.Date = FixedDate as unknown as DateConstructor;
}

/** Runs in a page before its scripts: timers of these lengths, in milliseconds, are over at once. */
export function skipPauses(pauses: number[]): void {
  const later = window.setTimeout;
  window.setTimeout = ((action: TimerHandler, pause?: number, ...values: unknown[]) =>
    later(action, pauses.includes(pause ?? 0) ? 0 : pause, ...values)) as unknown as typeof window.setTimeout;
}
