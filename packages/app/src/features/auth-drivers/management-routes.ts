import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.104). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-data/authentication-driver',
    handle: {
      headerText: 'auth-drivers:title',
      administration: {
        group: 'school',
        order: 3,
        icon: 'lock',
        about: 'auth-drivers:about',
        words: 'auth-drivers:words',
        recorded: { entity: 'auth_drivers' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./AuthDriverScreen.tsx')).AuthDriverScreen }),
  },
];
