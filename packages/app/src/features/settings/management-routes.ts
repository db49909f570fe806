import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid` (T-2.96). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'deletion-request-users',
    handle: {
      headerText: 'settings:requests.title',
      administration: { icon: 'trash', about: 'settings:requests.about', needs: 'manage-users' },
    },
    lazy: async () => ({ Component: (await screens()).RequestsScreen }),
  },
];
