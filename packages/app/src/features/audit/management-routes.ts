import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'audit-log',
    handle: {
      headerText: 'audit:title',
      administration: { icon: 'clock', about: 'audit:about', needs: 'view-audit-log' },
    },
    lazy: async () => ({ Component: (await import('./AuditScreen.tsx')).AuditScreen }),
  },
];
