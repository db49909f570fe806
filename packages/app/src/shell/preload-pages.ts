import { namespaceOf } from '@kreide/core/kernel';
import i18next from 'i18next';
import type { AppRoute } from '../kernel/feature.ts';
import { loadFrameParts } from './late.ts';
import type { NavigationEntry } from './navigation.ts';

/** Delay after the first page has settled, ms, so that it has priority. */
export const PRELOAD_DELAY = 4_000;
/** Nobody has touched anything for so long, ms: perhaps the phone was only looked at, and is needed on the way. */
export const LOOK = 20_000;

const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

/** What can open above every page. */
const OVERLAYS = [() => import('../features/auth/LogoutDialog.tsx'), loadFrameParts];

/** The routes of the navigation entries with their dialogs, and the first page of what they cover as well. */
export function routesBehind(routes: readonly AppRoute[], entries: readonly NavigationEntry[]): AppRoute[] {
  const areas = entries.map(({ href }) => href.slice(1));
  const covered = entries.flatMap(({ covers = [] }) => covers.map((path) => path.slice(1)));
  const isMeant = (path = '') => areas.includes(path.split('/')[0] ?? '') || covered.includes(path);
  const pages = routes.filter(({ path }) => isMeant(path));
  return pages.flatMap((page) => [page, ...(page.children ?? [])]);
}

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
    loadPages(routes, entries);
  };
  after(PRELOAD_DELAY, () => {
    for (const sign of SIGNS_OF_USE) window.addEventListener(sign, load, { signal: controller.signal, passive: true });
    after(LOOK - PRELOAD_DELAY, load);
  });
  return stop;
}

function loadPages(routes: readonly AppRoute[], entries: readonly NavigationEntry[]): void {
  for (const load of OVERLAYS) load().catch(() => {});
  i18next.loadNamespaces('auth').catch(() => {});
  for (const { lazy, handle } of routesBehind(routes, entries)) {
    if (typeof lazy === 'function') lazy().catch(() => {});
    if (handle?.headerText) i18next.loadNamespaces(namespaceOf(handle.headerText)).catch(() => {});
  }
}
