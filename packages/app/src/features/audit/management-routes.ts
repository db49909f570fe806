import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'audit-log',
    handle: {
      headerText: 'audit:title',
      administration: {
        group: 'school',
        order: 6,
        icon: 'clock',
        about: 'audit:about',
        words: 'audit:words',
        needs: 'view-audit-log',
      },
    },
    lazy: async () => ({ Component: (await import('./AuditScreen.tsx')).AuditScreen }),
  },
];
