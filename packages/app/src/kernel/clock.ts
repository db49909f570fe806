import { useCallback, useSyncExternalStore } from 'react';

/** Past the full second or minute, so that a timer that fires early does not find the former one, ms. */
const MARGIN = 20;

/**
 * A clock that all who look at it share: one timer, and none while nobody looks. It also moves on when the page is shown
 * again, whose timers slept meanwhile (T-9.09).
 * @param step how often it moves on, ms
 */
export function createClock(step: number) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function tick() {
    clearTimeout(timer);
    timer = setTimeout(tick, step - (Date.now() % step) + MARGIN);
    for (const listener of listeners) listener();
  }
  return {
    /** The last full step, epoch ms. */
    read: (): number => Math.floor(Date.now() / step) * step,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (listeners.size === 1) {
        tick();
        document.addEventListener('visibilitychange', tick);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', tick);
      };
    },
  };
}

/** The two clocks of the app (P-9.28). */
const minutes = createClock(60_000);
const seconds = createClock(1_000);

/** The last full minute, epoch ms. */
export const useMinute = (): number => useSyncExternalStore(minutes.subscribe, minutes.read);

/** Tells when a moment comes: at it, and as soon as a device that slept over it is looked at again. */
export function subscribeTo(moment: number, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look() {
    clearTimeout(timer);
    const left = moment - Date.now();
    // A timer does not run while a device sleeps: the clock of the minutes looks again.
    if (left > 0 && left <= 60_000) timer = setTimeout(look, left + MARGIN);
    tell();
  }
  const end = minutes.subscribe(look);
  look();
  return () => {
    clearTimeout(timer);
    end();
  };
}

/**
 * Whether a moment has come.
 * @param moment epoch ms; null: it never comes
 */
export function useHasCome(moment: number | null): boolean {
  const subscribe = useCallback(
    (tell: () => void) => (moment === null ? () => {} : subscribeTo(moment, tell)),
    [moment],
  );
  return useSyncExternalStore(subscribe, () => moment !== null && Date.now() >= moment);
}

const asleep = { read: () => 0, subscribe: () => () => {} };

/**
 * The last full second, epoch ms: for what counts down.
 * @param isAwake false: 0, and nothing is drawn each second
 */
export function useSecond(isAwake = true): number {
  const { read, subscribe } = isAwake ? seconds : asleep;
  return useSyncExternalStore(subscribe, read);
}
