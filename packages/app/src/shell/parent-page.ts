import type { AppHandle } from '../kernel/feature.ts';
import { isPlaced } from './navigation.ts';

/** What is known of the page on screen. */
export interface PageOnScreen {
  handle: AppHandle;
  params: Readonly<Record<string, string | undefined>>;
  pathname: string;
}

/** The page above another one. */
export interface ParentPage {
  href: string;
  /** It stands beside the page where there is room. */
  isBeside: boolean;
}

/** The page above the one on screen; null for those of the first level, and for those that draw their way back themselves. */
export function toParent(
  { handle, params, pathname }: PageOnScreen,
  footerMenu: readonly string[] | null,
): ParentPage | null {
  const { parent, ownWayBack, navigation, administration, menu } = handle;
  if (ownWayBack || (navigation && (navigation.isBeside || isPlaced(navigation, footerMenu)))) return null;
  if (parent !== undefined)
    return { href: parent.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? '')), isBeside: false };
  if (administration) return { href: '/more/administration', isBeside: false };
  if (pathname.startsWith('/settings/')) return { href: '/settings', isBeside: true };
  return menu || navigation ? { href: '/more', isBeside: false } : null;
}
