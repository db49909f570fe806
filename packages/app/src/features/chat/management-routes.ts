import type { AppRoute } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

/** Below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'reports',
    handle: {
      headerText: 'chat:reports.title',
      administration: {
        group: 'communication',
        order: 3,
        icon: 'alert',
        about: 'chat:reports.navigation',
        words: 'chat:reports.words',
        needs: 'manage-channels',
        Waiting: late(async () => (await import('./Waiting.tsx')).OpenReports),
      },
    },
    lazy: async () => ({ Component: (await import('./ReportsScreen.tsx')).ReportsScreen }),
  },
];
