import { createBrowserRouter, type RouteObject } from 'react-router';
import { requireSession } from '../kernel/loaders.ts';
import { AppLayout } from './AppLayout.tsx';
import { screenFeatureRoutes } from './feature-routes.ts';
import { OWN, PUBLIC, SHARED } from './frames.ts';
import { joinPages } from './join-pages.ts';
import { PageError } from './PageError.tsx';
import { Root, RootError } from './Root.tsx';
import { fallbackRoutes, protectedRoutes, publicRoutes } from './shell-routes.ts';

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
      { id: SHARED, lazy: fallbackFrame, children: fallbackRoutes },
    ],
  },
];

/** The one route table of the app (P-2.101). */
export const createRouter = () => createBrowserRouter(routes, { patchRoutesOnNavigation: joinPages(routes) });
