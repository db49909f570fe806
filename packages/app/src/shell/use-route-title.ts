import { namespaceOf, type TextAddress } from '@kreide/core/kernel';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../kernel/branding.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import type { AdministrationHandle } from './administration.ts';

/** What a route says about itself. */
export interface RouteHandle {
  /** The page's title (C-2.59). */
  headerText?: TextAddress;
  /** A dialog above the page that its parent route shows: opening and closing it is no change of page. */
  isOverlay?: boolean;
  /** A page of the administration. */
  administration?: AdministrationHandle;
}

/** The handle of the innermost route on screen. */
export function useRouteHandle(): RouteHandle {
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined);
  return Object.assign({}, ...handles);
}

/** The title of the page on screen, in the language of the app. */
export function usePageTitle(): string {
  const { headerText } = useRouteHandle();
  const { t } = useTranslation(headerText ? namespaceOf(headerText) : 'shell', false);
  return headerText ? t(headerText) : '';
}

/** The path of the page on screen, dialogs above it left out. */
function usePagePath(): string {
  const { pathname } = useLocation();
  const matches = useMatches();
  const page = matches.findLast((match) => !(match.handle as RouteHandle | undefined)?.isOverlay);
  return page === matches.at(-1) || !page ? pathname : page.pathname;
}

/**
 * Keeps the title of the window, and after a change of page moves the focus to its heading, so that a screen reader says where
 * it is and Tab goes on from there.
 */
export function useRouteTitle(): void {
  const title = usePageTitle();
  const pathname = usePagePath();
  const appName = useStore(branding, (state) => state.brand.app_name);
  const former = useRef(pathname);
  useEffect(() => {
    document.title = title ? `${title} · ${appName}` : appName;
  }, [title, appName]);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    const frame = requestAnimationFrame(() => {
      // A screen that has put the focus into a field of its own keeps it.
      if (document.activeElement instanceof HTMLInputElement) return;
      const heading = document.querySelector<HTMLElement>('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
