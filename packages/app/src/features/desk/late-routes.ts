import type { AppRoute } from '../../kernel/feature.ts';

/** What a teacher has of the substitution desk: that they are not there, and the own count (D-8.13). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'substitutions/absent',
    handle: {
      headerText: 'desk:report.title',
      menu: {
        icon: 'heartPulse',
        order: 2.1,
        has: ({ type, teacher_id }) => type !== 'STUDENT' && type !== 'PARENT' && teacher_id !== null,
      },
    },
    lazy: async () => ({ Component: (await import('./ReportScreen.tsx')).ReportScreen }),
  },
  {
    path: 'substitutions/own',
    handle: {
      headerText: 'desk:counts.own',
      menu: { icon: 'swap', order: 8, needs: 'view-timetable', has: ({ type }) => type === 'TEACHER' },
    },
    lazy: async () => ({ Component: (await import('./OwnCountsScreen.tsx')).OwnCountsScreen }),
  },
];
