import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.92). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'exports/:classbook',
    handle: {
      headerText: 'classbook:exports.title',
      parent: '/classbooks/:classbook/overview',
      needs: 'view-entries',
    },
    lazy: async () => ({ Component: (await import('./ExportsScreen.tsx')).ExportsScreen }),
  },
  {
    path: 'contradictions/:classbook',
    handle: {
      headerText: 'classbook:checks.title',
      parent: '/classbooks/:classbook/overview',
      needs: 'view-absences',
    },
    lazy: async () => ({ Component: (await import('./ContradictionsScreen.tsx')).ContradictionsScreen }),
  },
];
