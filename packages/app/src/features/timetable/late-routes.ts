import type { AppRoute } from '../../kernel/feature.ts';

/** Rooms that nobody has: for staff, as the server decides. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'timetable/free-rooms',
    handle: {
      headerText: 'free-rooms:title',
      group: 'timetable',
      menu: {
        icon: 'home',
        order: 1.5,
        needs: 'view-timetable-all',
        has: ({ type }) => type !== 'STUDENT' && type !== 'PARENT',
      },
    },
    lazy: async () => ({ Component: (await import('./FreeRoomsScreen.tsx')).FreeRoomsScreen }),
  },
];
