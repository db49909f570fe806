import type { AppRoute } from '../../kernel/feature.ts';

/** Exams: their list by weeks, and the plan of them that can be printed. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'exams',
    handle: {
      headerText: 'exams:title',
      menu: { icon: 'calendarCheck', order: 1.55, needs: 'view-timetable' },
    },
    lazy: async () => ({ Component: (await import('./ExamsScreen.tsx')).ExamsScreen }),
  },
  {
    path: 'exams/plan',
    handle: { headerText: 'exams:plan.title', parent: '/exams' },
    lazy: async () => ({ Component: (await import('./PlanScreen.tsx')).PlanScreen }),
  },
];
