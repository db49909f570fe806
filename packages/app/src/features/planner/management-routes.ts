import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid`: versions of the plan, and the week of a class, teacher or room in one (T-2.75, T-2.79). */
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
  {
    path: 'timetable/:entity/:id',
    handle: { headerText: 'planner:editor.title', parent: '/management/:schoolUuid/advanced-timetable' },
    lazy: async () => ({ Component: (await import('./EditorScreen.tsx')).EditorScreen }),
  },
];
