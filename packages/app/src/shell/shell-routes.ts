import type { AppRoute } from '../kernel/feature.ts';
import { featureRoutes, managementFeatureRoutes, publicFeatureRoutes } from './feature-routes.ts';

/** Pages of the shell that need a session. */
const ownRoutes: AppRoute[] = [
  {
    path: 'more',
    handle: {
      headerText: 'shell:navigation.more',
      navigation: { key: 'more', icon: 'more', order: 9, covers: ['/management'] },
    },
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

/** Everything behind the session guard. */
export const protectedRoutes: AppRoute[] = [...featureRoutes, ...ownRoutes];

/** Everything in the frame of pages that need no session. */
export const publicRoutes: AppRoute[] = [
  ...publicFeatureRoutes,
  {
    path: 'loading',
    handle: { headerText: 'shell:titles.loading', entry: 'passage' },
    lazy: async () => ({ Component: (await import('./screens/LoadingScreen.tsx')).LoadingRoute }),
  },
  {
    path: '*',
    handle: { headerText: 'shell:titles.notFound', entry: 'fallback' },
    lazy: async () => ({ Component: (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen }),
  },
];
