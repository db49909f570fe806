import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-data/scim',
    handle: {
      headerText: 'scim:title',
      administration: {
        group: 'school',
        order: 4,
        icon: 'user',
        about: 'scim:about',
        words: 'scim:words',
        recorded: { entity: 'scim_clients' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./ScimScreen.tsx')).ScimScreen }),
  },
];
