import type { AppRoute } from '../kernel/feature.ts';
import { featureRoutes, pageFrames, publicFeatureRoutes, sharedFeatureRoutes } from './feature-routes.ts';
import { byFrame, frameId, MANAGEMENT, OWN } from './frames.ts';

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
    handle: { headerText: 'shell:administration.title', parent: '/more' },
    lazy: async () => ({ Component: (await import('./screens/AdministrationScreen.tsx')).AdministrationScreen }),
  },
  {
    id: MANAGEMENT,
    path: 'management/:schoolUuid',
    lazy: async () => ({ Component: (await import('./screens/ManagementFrame.tsx')).ManagementFrame }),
  },
];

function toFramed(routes: readonly AppRoute[]): AppRoute[] {
  const framed = byFrame(routes);
  return [
    ...(framed.get(OWN) ?? []),
    ...pageFrames.map(({ lazy }, frame) => ({ id: frameId(frame), lazy, children: framed.get(frameId(frame)) ?? [] })),
  ];
}

/** Everything behind the session guard, of every visit. */
export const protectedRoutes: AppRoute[] = [...toFramed(featureRoutes), ...ownRoutes];

/** Everything in the frame of pages that need no session. */
export const publicRoutes: AppRoute[] = [
  ...publicFeatureRoutes,
  {
    path: 'loading',
    handle: { headerText: 'shell:titles.loading', entry: 'passage' },
    lazy: async () => ({ Component: (await import('./screens/LoadingRoute.tsx')).LoadingRoute }),
  },
];

/** In the app's frame for those who are signed in, else in that of pages without a session: the last, every address without a page. */
export const fallbackRoutes: AppRoute[] = [
  ...sharedFeatureRoutes,
  {
    path: '*',
    handle: { headerText: 'shell:titles.notFound', entry: 'fallback' },
    lazy: async () => ({ Component: (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen }),
  },
];
