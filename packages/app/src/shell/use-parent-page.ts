import { useMatches } from 'react-router';
import { useStore } from 'zustand';
import { pageHead } from '../kernel/page-head.ts';
import { useSelf } from '../kernel/session.ts';
import { type ParentPage, toParent } from './parent-page.ts';
import { useRouteHandle } from './use-route-title.ts';

/** The page above the one on screen; null where there is none, and where the page names it itself. */
export function useParentPage(): ParentPage | null {
  const { params = {}, pathname = '/' } = useMatches().at(-1) ?? {};
  const handle = useRouteHandle();
  const { footer_menu } = useSelf().school.meta;
  const isNamed = useStore(pageHead, ({ ways }) => ways > 0);
  return isNamed ? null : toParent({ handle, params, pathname }, footer_menu);
}
