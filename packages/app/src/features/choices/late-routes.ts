import type { AppRoute } from '../../kernel/feature.ts';

/** What a pupil is asked: for the pupil and the parents. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'choices',
    handle: {
      headerText: 'choices:own.title',
      menu: {
        icon: 'checkCircle',
        order: 1.7,
        needs: 'view-timetable',
        has: ({ type }) => type === 'STUDENT' || type === 'PARENT',
      },
    },
    lazy: async () => ({ Component: (await import('./OwnChoicesScreen.tsx')).OwnChoicesScreen }),
  },
];
