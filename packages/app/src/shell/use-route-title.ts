import { namespaceOf } from '@kreide/core/kernel';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../kernel/branding.ts';
import type { AppHandle } from '../kernel/feature.ts';
import { useTranslation } from '../kernel/use-translation.ts';

/** The handle of the innermost active route. */
export function useRouteHandle(): AppHandle {
  const handles = useMatches().map((match) => match.handle as AppHandle | undefined);
  return Object.assign({}, ...handles);
}

/** The title of the current page, in the language of the app. */
export function usePageTitle(): string {
  const { headerText } = useRouteHandle();
  const { t } = useTranslation(headerText ? namespaceOf(headerText) : 'shell', { useSuspense: false });
  return headerText ? t(headerText) : '';
}

/** The path of the current page, without dialogs above it. */
function usePagePath(): string {
  const { pathname } = useLocation();
  const matches = useMatches();
  const page = matches.findLast((match) => !(match.handle as AppHandle | undefined)?.isOverlay);
  return page === matches.at(-1) || !page ? pathname : page.pathname;
}

/**
 * Keeps the window title up to date, and after a page change moves focus to the heading, so that a screen reader
 * announces the page and Tab continues from there.
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
      // A screen that has focused a field of its own keeps that focus.
      if (document.activeElement instanceof HTMLInputElement) return;
      const heading = document.querySelector<HTMLElement>('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
