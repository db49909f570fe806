import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid`: accounts that may be one person's, and two of them side by side. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'doubles',
    handle: {
      headerText: 'doubles:list.title',
      administration: {
        group: 'people',
        order: 9,
        icon: 'group',
        about: 'doubles:list.about',
        words: 'doubles:list.words',
        recorded: { action: 'doubles:audit.merge' },
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).DoublesScreen }),
  },
  {
    path: 'doubles/:one/:other',
    handle: { headerText: 'doubles:compare.title', parent: '/management/:schoolUuid/doubles' },
    lazy: async () => ({ Component: (await screens()).CompareScreen }),
  },
];
