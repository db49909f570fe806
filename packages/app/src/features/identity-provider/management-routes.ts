import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-data/identity-provider',
    handle: {
      headerText: 'identity-provider:title',
      administration: {
        group: 'school',
        order: 5,
        icon: 'outside',
        about: 'identity-provider:about',
        words: 'identity-provider:words',
        recorded: { entity: 'identity_clients' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./IdentityProviderScreen.tsx')).IdentityProviderScreen }),
  },
];
