import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');
const list = async () => ({ Component: (await screens()).PeopleScreen });

/** The same list and the roles (T-2.89) below `/management/:schoolUuid`, where the administration leads. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'users',
    handle: {
      headerText: 'users:list.title',
      administration: {
        group: 'people',
        order: 1,
        icon: 'user',
        about: 'users:list.about',
        words: 'users:list.words',
        needs: 'manage-users',
      },
    },
    lazy: list,
  },
  {
    path: 'roles',
    handle: {
      headerText: 'users:roleList.title',
      administration: {
        group: 'people',
        order: 8,
        icon: 'lock',
        about: 'users:roleList.about',
        words: 'users:roleList.words',
        recorded: { action: 'schools:audit.permissions' },
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).RolesScreen }),
  },
  {
    path: 'roles/:roleId',
    handle: { headerText: 'users:role.title', parent: '/management/:schoolUuid/roles' },
    lazy: async () => ({ Component: (await screens()).RoleScreen }),
  },
];
