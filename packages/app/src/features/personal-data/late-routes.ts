import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** What is stored about oneself, and about somebody else for who manages people (P-7.61). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'settings/:id/personal-data',
    handle: { headerText: 'personal-data:title' },
    lazy: async () => ({ Component: (await screens()).OwnDataScreen }),
  },
  {
    path: 'users/:id/personal-data',
    handle: { headerText: 'personal-data:titleOf', parent: '/users/:id' },
    lazy: async () => ({ Component: (await screens()).PersonDataScreen }),
  },
];
