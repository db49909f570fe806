import { namespaceOf } from '@kreide/core/kernel';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../kernel/branding.ts';
import type { AppHandle } from '../kernel/feature.ts';
import { notePage } from '../kernel/former-page.ts';
import { pageHead } from '../kernel/page-head.ts';
import { useTranslation } from '../kernel/use-translation.ts';

/** The handle of the innermost active route. */
export function useRouteHandle(): AppHandle {
  const handles = useMatches().map((match) => match.handle as AppHandle | undefined);
  return Object.assign({}, ...handles);
}

/** How long after a change of page the scrolling is reset, ms (P-9.15). */
export const SCROLL_RESET_DELAY = 300;

/** The title of the current page: the name of what is seen, else that of the route. */
export function usePageTitle(): string {
  const { headerText } = useRouteHandle();
  const { t } = useTranslation(headerText ? namespaceOf(headerText) : 'shell', { useSuspense: false });
  const name = useStore(pageHead, ({ head }) => head?.title);
  return name ?? (headerText ? t(headerText) : '');
}

/** The path of the current page, without dialogs above it. */
function usePagePath(): string {
  const { pathname } = useLocation();
  const matches = useMatches();
  const page = matches.findLast((match) => !(match.handle as AppHandle | undefined)?.isOverlay);
  return page === matches.at(-1) || !page ? pathname : page.pathname;
}

/** A screen that has focused a field of its own, or what its address asked for, keeps that focus. */
function hasOwnFocus(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement || !!activeElement?.closest('[data-wanted]');
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
  const { key, pathname: address } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the place in the history
  useEffect(() => notePage(address), [key, address]);
  useEffect(() => {
    document.title = title ? `${title} · ${appName}` : appName;
  }, [title, appName]);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    const frame = requestAnimationFrame(() => {
      if (hasOwnFocus()) return;
      const heading = document.querySelector<HTMLElement>('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
    // The new page begins at its top; once more when it stands, in case the browser kept its place.
    const toTop = () => hasOwnFocus() || window.scrollTo(0, 0);
    toTop();
    const late = setTimeout(toTop, SCROLL_RESET_DELAY);
    const keep = () => clearTimeout(late);
    for (const type of ['wheel', 'touchmove', 'keydown'] as const) window.addEventListener(type, keep, { once: true });
    return () => {
      keep();
      cancelAnimationFrame(frame);
      for (const type of ['wheel', 'touchmove', 'keydown'] as const) window.removeEventListener(type, keep);
    };
  }, [pathname]);
}
