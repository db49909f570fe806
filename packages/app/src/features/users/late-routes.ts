import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');
const list = async () => ({ Component: (await screens()).PeopleScreen });

/** The people of the school (P-2.76, C-2.46) and each of them. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'users',
    handle: { headerText: 'users:list.title', menu: { icon: 'user', order: 1, needs: 'manage-users' } },
    lazy: list,
  },
  {
    path: 'users/:id',
    handle: { headerText: 'users:person.title', parent: '/users' },
    lazy: async () => ({ Component: (await screens()).PersonScreen }),
  },
];
