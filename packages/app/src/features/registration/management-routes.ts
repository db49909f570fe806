import type { AppRoute } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

const screens = () => import('./managing-screens.ts');

/** The codes of a school, for those who manage its people. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'activation-keys',
    handle: {
      headerText: 'registration:keys.title',
      administration: {
        group: 'people',
        order: 2,
        icon: 'user',
        about: 'registration:keys.about',
        words: 'registration:keys.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).KeysScreen }),
  },
  {
    path: 'child-requests',
    handle: {
      headerText: 'registration:requests.title',
      administration: {
        group: 'people',
        order: 3,
        icon: 'user',
        about: 'registration:requests.about',
        words: 'registration:requests.words',
        needs: 'manage-users',
        Waiting: late(async () => (await import('./Waiting.tsx')).WaitingRequests),
      },
    },
    lazy: async () => ({ Component: (await screens()).ChildRequestsScreen }),
  },
  {
    path: 'applications',
    handle: {
      headerText: 'registration:applications.title',
      administration: {
        group: 'people',
        order: 4,
        icon: 'user',
        about: 'registration:applications.about',
        needs: 'manage-users',
        Waiting: late(async () => (await import('./Waiting.tsx')).WaitingApplications),
      },
    },
    lazy: async () => ({ Component: (await screens()).ApplicationsScreen }),
  },
];
