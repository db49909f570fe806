import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`: versions of the plan (T-2.79). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'advanced-timetable',
    handle: {
      headerText: 'planner:title',
      administration: {
        group: 'teaching',
        order: 5,
        icon: 'calendar',
        about: 'planner:about',
        words: 'planner:words',
        needs: 'view-timetable-planner',
      },
    },
    lazy: async () => ({ Component: (await import('./VersionsScreen.tsx')).VersionsScreen }),
  },
];
