import { createBrowserRouter } from 'react-router';
import { requireSession } from '../kernel/loaders.ts';
import { AppLayout } from './AppLayout.tsx';
import { screenFeatureRoutes } from './feature-routes.ts';
import { PageError } from './PageError.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { Root, RootError } from './Root.tsx';
import { protectedRoutes, publicRoutes } from './shell-routes.ts';

/** The one route table of the app (P-2.101). */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: [
        { Component: PublicLayout, children: publicRoutes },
        ...screenFeatureRoutes,
        {
          Component: () => <AppLayout routes={protectedRoutes} />,
          loader: requireSession,
          children: [{ ErrorBoundary: PageError, children: protectedRoutes }],
        },
      ],
    },
  ]);
}
