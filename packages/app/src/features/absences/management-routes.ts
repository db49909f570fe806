import type { AppRoute } from '../../kernel/feature.ts';

/** The types of absences below `/management/:schoolUuid` (T-2.90). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'absence-categories',
    handle: {
      headerText: 'absences:manage.title',
      administration: {
        group: 'teaching',
        order: 4,
        icon: 'heartPulse',
        about: 'absences:manage.about',
        words: 'absences:manage.words',
        recorded: { entity: 'absence_types' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./TypesScreen.tsx')).TypesScreen }),
  },
  {
    path: 'absence-categories/:absenceTypeId',
    handle: { headerText: 'absences:manage.title', parent: '/management/:schoolUuid/absence-categories' },
    lazy: async () => ({ Component: (await import('./TypeScreen.tsx')).TypeScreen }),
  },
];
