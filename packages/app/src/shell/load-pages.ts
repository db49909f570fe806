import { namespaceOf } from '@kreide/core/kernel';
import i18next from 'i18next';
import type { AppRoute } from '../kernel/feature.ts';
import { breathe } from '../kernel/idle.ts';
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

/** Fetches code and texts of the pages behind the navigation, late ones included; between two of them the page goes on. */
export async function loadPages(routes: readonly AppRoute[], entries: readonly NavigationEntry[]): Promise<void> {
  const pages = routesBehind([...routes, ...lateFeatureRoutes], entries);
  const texts = pages.flatMap(({ handle }) => (handle?.headerText ? [namespaceOf(handle.headerText)] : []));
  const loads: (() => Promise<unknown>)[] = [
    ...OVERLAYS,
    ...pages.flatMap(({ lazy }) => (typeof lazy === 'function' ? [lazy] : [])),
    () => i18next.loadNamespaces(['auth', ...texts]),
  ];
  const coming: Promise<unknown>[] = [];
  for (const load of loads) {
    await breathe();
    coming.push(load().catch(() => {}));
  }
  await Promise.all(coming);
}
