import type { RouteObject } from 'react-router';
import type { IconName } from '../ui/Icon.tsx';

export interface NavigationEntry {
  key: 'feed' | 'timetable' | 'chats' | 'more';
  href: string;
  icon: IconName;
  /** Other areas that are reached through this entry. */
  covers?: readonly string[];
}

/** The default entries of the bottom bar, in order (C-2.84). */
export const DEFAULT_ENTRIES: readonly NavigationEntry[] = [
  { key: 'feed', href: '/feed', icon: 'news' },
  { key: 'timetable', href: '/timetable', icon: 'calendar', covers: ['/no-timetable'] },
  { key: 'chats', href: '/channels', icon: 'user' },
  { key: 'more', href: '/more', icon: 'more', covers: ['/management'] },
];

/** At most four tabs fit (C-2.87). */
export const ENTRIES_MAXIMUM = 4;

/** The entries whose page exists: nothing is offered that leads nowhere. */
export function toEntries(routes: readonly RouteObject[], entries = DEFAULT_ENTRIES): NavigationEntry[] {
  const paths = new Set(routes.map((route) => `/${(route.path ?? '').replace(/^\//, '').split('/')[0]}`));
  return entries.filter((entry) => paths.has(entry.href)).slice(0, ENTRIES_MAXIMUM);
}

/** Is the entry's area the one on screen? */
export const isCurrent = ({ href, covers = [] }: Pick<NavigationEntry, 'href' | 'covers'>, pathname: string): boolean =>
  [href, ...covers].some((area) => pathname === area || pathname.startsWith(`${area}/`));
