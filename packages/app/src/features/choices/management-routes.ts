import type { AppRoute } from '../../kernel/feature.ts';

/** Choices of clubs, electives and project days, below `/management/:schoolUuid` (D-8.15 to D-8.17). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'choices',
    handle: {
      headerText: 'choices:title',
      administration: {
        group: 'teaching',
        order: 7,
        icon: 'checkCircle',
        about: 'choices:about',
        recorded: { entity: 'choices' },
        isForSchools: true,
        needs: 'view-timetable-planner',
      },
    },
    lazy: async () => ({ Component: (await import('./ChoicesScreen.tsx')).ChoicesScreen }),
  },
  {
    path: 'choices/:id',
    handle: { headerText: 'choices:title', parent: '/management/:schoolUuid/choices' },
    lazy: async () => ({ Component: (await import('./ChoiceScreen.tsx')).ChoiceScreen }),
  },
];
