import { namespaceOf } from '@kreide/core/kernel';
import i18next from 'i18next';
import type { AppRoute } from '../kernel/feature.ts';
import { loadFrameParts } from './late.ts';
import { lateFeatureRoutes } from './late-routes.ts';
import type { NavigationEntry } from './navigation.ts';

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

/** Fetches code and texts of the pages behind the navigation, late ones included. */
export function loadPages(routes: readonly AppRoute[], entries: readonly NavigationEntry[]): void {
  for (const load of OVERLAYS) load().catch(() => {});
  i18next.loadNamespaces('auth').catch(() => {});
  for (const { lazy, handle } of routesBehind([...routes, ...lateFeatureRoutes], entries)) {
    if (typeof lazy === 'function') lazy().catch(() => {});
    if (handle?.headerText) i18next.loadNamespaces(namespaceOf(handle.headerText)).catch(() => {});
  }
}
