import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-data/directory',
    handle: {
      headerText: 'data-sync:title',
      administration: {
        group: 'people',
        order: 5.5,
        icon: 'refresh',
        about: 'data-sync:about',
        words: 'data-sync:words',
        recorded: { entity: 'data_sync_sources' },
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await import('./DirectoryScreen.tsx')).DirectoryScreen }),
  },
];
