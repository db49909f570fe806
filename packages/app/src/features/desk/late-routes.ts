import type { AppRoute } from '../../kernel/feature.ts';

/** What a teacher sees of the substitution desk: the own count (D-8.13). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'substitutions/own',
    handle: {
      headerText: 'desk:counts.own',
      menu: { icon: 'swap', order: 8, needs: 'view-timetable', has: ({ type }) => type === 'TEACHER' },
    },
    lazy: async () => ({ Component: (await import('./OwnCountsScreen.tsx')).OwnCountsScreen }),
  },
];
