import type { AppRoute } from '../../kernel/feature.ts';

/** The links of the school below `/management/:schoolUuid` (T-2.87). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-additional-content',
    handle: {
      headerText: 'links:title',
      administration: {
        group: 'communication',
        order: 6,
        icon: 'globe',
        about: 'links:about',
        recorded: { entity: 'school_links' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./LinksScreen.tsx')).LinksScreen }),
  },
];
