import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`: the substitution desk. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'substitution-desk',
    handle: {
      headerText: 'desk:title',
      administration: {
        group: 'teaching',
        order: 4,
        icon: 'swap',
        about: 'desk:about',
        words: 'desk:words',
        isForSchools: true,
        needs: 'view-timetable-planner',
      },
    },
    lazy: async () => ({ Component: (await import('./DeskScreen.tsx')).DeskScreen }),
  },
];
