import { createBrowserRouter } from 'react-router';
import { requireSession } from '../kernel/loaders.ts';
import { AppLayout } from './AppLayout.tsx';
import { featureRoutes, managementFeatureRoutes, publicFeatureRoutes, screenFeatureRoutes } from './feature-routes.ts';
import { PageError } from './PageError.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { Root, RootError } from './Root.tsx';

/** Routes of the shell that need a session; each entry of the navigation is one of these or of a feature. */
const shellRoutes = [
  {
    path: 'more',
    handle: { headerText: 'shell:navigation.more' },
    lazy: async () => ({ Component: (await import('./screens/MoreScreen.tsx')).MoreScreen }),
  },
  {
    path: 'more/administration',
    handle: { headerText: 'shell:administration.title' },
    lazy: async () => ({ Component: (await import('./screens/AdministrationScreen.tsx')).AdministrationScreen }),
  },
  {
    path: 'management/:schoolUuid',
    lazy: async () => ({ Component: (await import('./screens/ManagementFrame.tsx')).ManagementFrame }),
    children: managementFeatureRoutes,
  },
];

/** Everything below the session guard. */
export const protectedRoutes = [...featureRoutes, ...shellRoutes];

/** The one route table of the app (P-2.101). */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: [
        {
          Component: PublicLayout,
          children: [
            ...publicFeatureRoutes,
            {
              path: 'loading',
              handle: { headerText: 'shell:titles.loading' },
              lazy: async () => ({ Component: (await import('./screens/LoadingScreen.tsx')).LoadingRoute }),
            },
            {
              path: '*',
              handle: { headerText: 'shell:titles.notFound' },
              lazy: async () => ({ Component: (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen }),
            },
          ],
        },
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
