import type { AppHandle, AppRoute, NavigationHandle } from '../kernel/feature.ts';

export interface NavigationEntry extends Omit<NavigationHandle, 'order'> {
  href: string;
}

/** Menu of a lite school, whose account panel has the administration too (C-2.74). */
export const LITE_MENU = 'davinci-lite';

/** At most four tabs fit the bottom bar (C-2.87). */
export const ENTRIES_MAXIMUM = 4;

/** The navigation entries in order, as declared by the routes' handles (C-2.84). */
export function toEntries(routes: readonly AppRoute[]): NavigationEntry[] {
  // Pages in a frame of their own are its children.
  return routes
    .flatMap((route) => [route, ...(route.children ?? [])])
    .flatMap(({ path, handle }) => (handle?.navigation ? [{ href: `/${path}`, ...handle.navigation }] : []))
    .toSorted((one, other) => one.order - other.order)
    .map(({ order: _, ...entry }) => entry);
}

/** Whether it is among the entries of a school: some stand in the menu unless the school places them in its bar (C-2.72). */
export const isPlaced = (
  { key, onlyIfPlaced }: Pick<NavigationHandle, 'key' | 'onlyIfPlaced'>,
  footerMenu: readonly string[] | null,
): boolean => !onlyIfPlaced || (footerMenu?.includes(key) ?? false);

/**
 * The entries of the bottom bar: those that the school has set, in its order (C-2.86), without keys that the app does
 * not know; the usual ones when none remains, at a lite school without channels with the files in their place (C-2.85).
 */
export function toBarEntries(
  entries: readonly NavigationEntry[],
  footerMenu: readonly string[] | null,
  properties?: { menu_type: string | null; channels: boolean },
) {
  const find = (key: string) => entries.find((entry) => entry.key === key) ?? [];
  const chosen = (footerMenu ?? []).flatMap(find);
  const isLite = properties?.menu_type === LITE_MENU && !properties.channels;
  const usual = entries
    .filter((entry) => isPlaced(entry, null))
    .flatMap((entry) => (isLite && entry.key === 'channels' ? find('cloud') : entry));
  return (chosen.length > 0 ? chosen : usual).slice(0, ENTRIES_MAXIMUM);
}

/** Whether the entry's area is on screen: by the address, or as the page says itself (C-2.58). */
export const isCurrent = (
  { key, href, covers = [] }: Pick<NavigationEntry, 'key' | 'href' | 'covers'>,
  pathname: string,
  group?: AppHandle['group'],
): boolean => key === group || [href, ...covers].some((area) => pathname === area || pathname.startsWith(`${area}/`));

/**
 * Where signing in and the authenticator begin: whoever goes on from there by the bottom bar does not come back to them
 * (C-2.95).
 */
export const isStartOf = (pathname: string): boolean => /^\/(([^/]+\/)?login|authenticator\/start)$/.test(pathname);
