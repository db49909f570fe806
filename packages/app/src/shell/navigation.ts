import type { AppRoute, NavigationHandle } from '../kernel/feature.ts';

export interface NavigationEntry extends Omit<NavigationHandle, 'order'> {
  href: string;
}

/** At most four tabs fit (C-2.87). */
export const ENTRIES_MAXIMUM = 4;

/** The navigation entries, as declared by the routes' handles (C-2.84). */
export function toEntries(routes: readonly AppRoute[]): NavigationEntry[] {
  return routes
    .flatMap(({ path, handle }) => (handle?.navigation ? [{ href: `/${path}`, ...handle.navigation }] : []))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, ENTRIES_MAXIMUM)
    .map(({ order: _, ...entry }) => entry);
}

/** Whether the entry's area is on screen. */
export const isCurrent = ({ href, covers = [] }: Pick<NavigationEntry, 'href' | 'covers'>, pathname: string): boolean =>
  [href, ...covers].some((area) => pathname === area || pathname.startsWith(`${area}/`));
