import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'reports',
    handle: {
      headerText: 'chat:reports.title',
      administration: { icon: 'alert', about: 'chat:reports.navigation', needs: 'manage-channels' },
    },
    lazy: async () => ({ Component: (await import('./ReportsScreen.tsx')).ReportsScreen }),
  },
];
