import type { AppRoute } from '../../kernel/feature.ts';

/** The room for files below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'storage',
    handle: {
      headerText: 'cloud:storage.title',
      administration: {
        group: 'communication',
        order: 10,
        icon: 'folder',
        about: 'cloud:storage.about',
        recorded: { entity: 'file_limits' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./StorageScreen.tsx')).StorageScreen }),
  },
];
