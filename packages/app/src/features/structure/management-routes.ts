import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.86). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'years',
    handle: {
      headerText: 'structure:years.title',
      administration: {
        group: 'school',
        order: 4,
        icon: 'school',
        about: 'structure:years.about',
        needs: 'change-schoolyear',
      },
    },
    lazy: async () => ({ Component: (await import('./YearsScreen.tsx')).YearsScreen }),
  },
];
