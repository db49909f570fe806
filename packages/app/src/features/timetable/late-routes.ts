import type { AppRoute } from '../../kernel/feature.ts';

/** Plans to look for, and rooms that nobody has: the latter for staff, as the server decides. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'timetable/search',
    handle: {
      headerText: 'plan-search:title',
      group: 'timetable',
      parent: '/timetable',
      menu: { icon: 'search', order: 1.4, needs: 'view-timetable-all' },
    },
    lazy: async () => ({ Component: (await import('./PlanFinder.tsx')).PlanFinder }),
  },
  {
    path: 'timetable/free-rooms',
    handle: {
      headerText: 'free-rooms:title',
      group: 'timetable',
      parent: '/timetable',
      menu: {
        icon: 'door',
        order: 1.5,
        needs: 'view-timetable-all',
        has: ({ type }) => type !== 'STUDENT' && type !== 'PARENT',
      },
    },
    lazy: async () => ({ Component: (await import('./FreeRoomsScreen.tsx')).FreeRoomsScreen }),
  },
];
