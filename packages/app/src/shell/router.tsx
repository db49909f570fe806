import { createBrowserRouter, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { requireSession } from '../kernel/loaders.ts';
import { AppLayout } from './AppLayout.tsx';
import { screenFeatureRoutes } from './feature-routes.ts';
import { PageError } from './PageError.tsx';
import { Root, RootError } from './Root.tsx';
import { fallbackRoutes, MANAGEMENT, OWN, PUBLIC, protectedRoutes, publicRoutes } from './shell-routes.ts';

/** Those who are signed in do without the frame of those who are not. */
const publicFrame = async () => ({ Component: (await import('./PublicLayout.tsx')).PublicLayout });
const fallbackFrame = async () => ({ Component: (await import('./FallbackLayout.tsx')).FallbackLayout });

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => null,
    children: [
      { id: PUBLIC, lazy: publicFrame, children: publicRoutes },
      ...screenFeatureRoutes,
      {
        Component: () => <AppLayout routes={protectedRoutes} />,
        loader: requireSession,
        children: [{ id: OWN, ErrorBoundary: PageError, children: protectedRoutes }],
      },
      { lazy: fallbackFrame, children: fallbackRoutes },
    ],
  },
];

/** Pages join when one of them is first wanted: the management's, which most people never open, and those that have no page yet. */
function joinPages(): PatchRoutesOnNavigationFunction {
  const joined = new Set<string>();
  return async ({ path, matches, patch, signal }) => {
    const join = (pages: ReadonlyMap<string, RouteObject[]>) => {
      if (signal.aborted) return;
      for (const [id, routes] of pages) {
        if (!joined.has(id)) patch(id, routes);
        joined.add(id);
      }
    };
    if (path.startsWith(`/${MANAGEMENT}/`)) {
      if (!joined.has(MANAGEMENT))
        join(new Map([[MANAGEMENT, (await import('./management-routes.ts')).managementFeatureRoutes]]));
    } else if (!joined.has(PUBLIC) && matches.at(-1)?.route.path === '*') {
      join((await import('./late-routes.ts')).latePages);
    }
  };
}

/** The one route table of the app (P-2.101). */
export const createRouter = () => createBrowserRouter(routes, { patchRoutesOnNavigation: joinPages() });
