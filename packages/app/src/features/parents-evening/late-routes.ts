import type { AppRoute } from '../../kernel/feature.ts';

/** Parents' evenings for those who come: parents and teachers. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'parents-evenings',
    handle: {
      headerText: 'parents-evening:title',
      menu: {
        icon: 'talk',
        order: 1.8,
        has: ({ type }) => type === 'PARENT' || type === 'TEACHER',
      },
    },
    lazy: async () => ({ Component: (await import('./OwnEveningsScreen.tsx')).OwnEveningsScreen }),
  },
  {
    path: 'parents-evenings/:id',
    handle: { headerText: 'parents-evening:title', parent: '/parents-evenings' },
    lazy: async () => ({ Component: (await import('./FamilyScreen.tsx')).FamilyScreen }),
  },
  {
    path: 'parents-evenings/:id/teachers/:teacherId',
    handle: { headerText: 'parents-evening:title', parent: '/parents-evenings' },
    lazy: async () => ({ Component: (await import('./TeacherPlanScreen.tsx')).TeacherPlanScreen }),
  },
];
