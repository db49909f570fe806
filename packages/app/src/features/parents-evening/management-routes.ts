import type { AppRoute } from '../../kernel/feature.ts';

/** Parents' evenings for those who make them, below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'parents-evenings',
    handle: {
      headerText: 'parents-evening:title',
      administration: {
        group: 'communication',
        order: 7,
        icon: 'talk',
        about: 'parents-evening:about',
        recorded: { entity: 'parents_evenings' },
        isForSchools: true,
        needs: 'manage-parents-evenings',
      },
    },
    lazy: async () => ({ Component: (await import('./EveningsScreen.tsx')).EveningsScreen }),
  },
  {
    path: 'parents-evenings/:id',
    handle: { headerText: 'parents-evening:title', parent: '/management/:schoolUuid/parents-evenings' },
    lazy: async () => ({ Component: (await import('./EveningScreen.tsx')).EveningScreen }),
  },
];
