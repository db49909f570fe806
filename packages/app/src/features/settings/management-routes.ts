import type { AppRoute } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid` (T-2.96). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'deletion-request-users',
    handle: {
      headerText: 'settings:requests.title',
      administration: {
        group: 'people',
        order: 10,
        icon: 'trash',
        about: 'settings:requests.about',
        words: 'settings:requests.words',
        needs: 'manage-users',
        Waiting: late(async () => (await import('./Waiting.tsx')).WaitingDeletions),
      },
    },
    lazy: async () => ({ Component: (await screens()).RequestsScreen }),
  },
];
