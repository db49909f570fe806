import { createBrowserRouter, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { requireSession } from '../kernel/loaders.ts';
import { AppLayout } from './AppLayout.tsx';
import { screenFeatureRoutes } from './feature-routes.ts';
import { PageError } from './PageError.tsx';
import { Root, RootError } from './Root.tsx';
import { fallbackRoutes, MANAGEMENT, protectedRoutes, publicRoutes } from './shell-routes.ts';

/** Those who are signed in do without the frame of those who are not. */
const publicFrame = async () => ({ Component: (await import('./PublicLayout.tsx')).PublicLayout });
const fallbackFrame = async () => ({ Component: (await import('./FallbackLayout.tsx')).FallbackLayout });

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => null,
    children: [
      { lazy: publicFrame, children: publicRoutes },
      ...screenFeatureRoutes,
      {
        Component: () => <AppLayout routes={protectedRoutes} />,
        loader: requireSession,
        children: [{ ErrorBoundary: PageError, children: protectedRoutes }],
      },
      { lazy: fallbackFrame, children: fallbackRoutes },
    ],
  },
];

/** The management pages join when one of them is first wanted: most people never open any. */
function joinManagement(): PatchRoutesOnNavigationFunction {
  let isJoined = false;
  return async ({ path, patch, signal }) => {
    if (isJoined || !path.startsWith(`/${MANAGEMENT}/`)) return;
    const { managementFeatureRoutes } = await import('./management-routes.ts');
    if (isJoined || signal.aborted) return;
    isJoined = true;
    patch(MANAGEMENT, managementFeatureRoutes);
  };
}

/** The one route table of the app (P-2.101). */
export const createRouter = () => createBrowserRouter(routes, { patchRoutesOnNavigation: joinManagement() });
