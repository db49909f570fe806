import { namespaceOf } from '@kreide/core/kernel';
import i18next from 'i18next';
import type { AppRoute } from '../kernel/feature.ts';
import type { NavigationEntry } from './navigation.ts';

/** Delay after the first page has settled, ms, so that it has priority. */
export const PRELOAD_DELAY = 4_000;

/** What can open above every page. */
const OVERLAYS = [
  () => import('../features/auth/LogoutDialog.tsx'),
  () => import('./PreferencesDialog.tsx'),
  () => import('../ui/Menu.tsx'),
];

/** The routes of the navigation entries, including their dialogs. */
export function routesBehind(routes: readonly AppRoute[], entries: readonly NavigationEntry[]): AppRoute[] {
  const areas = entries.map(({ href }) => href.slice(1));
  const pages = routes.filter(({ path }) => areas.includes((path ?? '').split('/')[0] ?? ''));
  return pages.flatMap((page) => [page, ...(page.children ?? [])]);
}

/**
 * Fetches code and texts of the pages in the navigation, so that they open at once, even offline. What fails to load is
 * fetched when needed.
 * @returns cancels it
 */
export function preloadPages(routes: readonly AppRoute[], entries: readonly NavigationEntry[]): () => void {
  const timer = setTimeout(() => {
    for (const load of OVERLAYS) load().catch(() => {});
    i18next.loadNamespaces('auth').catch(() => {});
    for (const { lazy, handle } of routesBehind(routes, entries)) {
      if (typeof lazy === 'function') lazy().catch(() => {});
      if (handle?.headerText) i18next.loadNamespaces(namespaceOf(handle.headerText)).catch(() => {});
    }
  }, PRELOAD_DELAY);
  return () => clearTimeout(timer);
}
