import type { AppRoute } from '../kernel/feature.ts';
import { fetchAhead } from '../kernel/idle.ts';
import type { NavigationEntry } from './navigation.ts';

/** Delay after the first page has settled, ms, so that it has priority. */
export const PRELOAD_DELAY = 4_000;
/** Nobody has touched anything for so long, ms: perhaps the phone was only looked at, and is needed on the way. */
export const LOOK = 20_000;

const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

/**
 * Fetches code and texts of the pages in the navigation, so that they open at once, even offline: when somebody begins to use
 * the app, not for a look at the first page. What fails to load is fetched when needed.
 * @returns cancels it
 */
export function preloadPages(routes: readonly AppRoute[], entries: readonly NavigationEntry[]): () => void {
  const controller = new AbortController();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const after = (delay: number, action: () => void) => timers.add(setTimeout(action, delay));
  const stop = () => {
    controller.abort();
    for (const timer of timers) clearTimeout(timer);
  };
  const load = () => {
    stop();
    fetchAhead(async () => (await import('./load-pages.ts')).loadPages(routes, entries));
  };
  after(PRELOAD_DELAY, () => {
    for (const sign of SIGNS_OF_USE) window.addEventListener(sign, load, { signal: controller.signal, passive: true });
    after(LOOK - PRELOAD_DELAY, load);
  });
  return stop;
}
