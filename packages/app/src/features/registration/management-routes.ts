import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./managing-screens.ts');

/** The codes of a school, for those who manage its people. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'activation-keys',
    handle: {
      headerText: 'registration:keys.title',
      administration: { icon: 'user', about: 'registration:keys.about', needs: 'manage-users' },
    },
    lazy: async () => ({ Component: (await screens()).KeysScreen }),
  },
  {
    path: 'child-requests',
    handle: {
      headerText: 'registration:requests.title',
      administration: { icon: 'user', about: 'registration:requests.about', needs: 'manage-users' },
    },
    lazy: async () => ({ Component: (await screens()).ChildRequestsScreen }),
  },
  {
    path: 'applications',
    handle: {
      headerText: 'registration:applications.title',
      administration: { icon: 'user', about: 'registration:applications.about', needs: 'manage-users' },
    },
    lazy: async () => ({ Component: (await screens()).ApplicationsScreen }),
  },
];
