import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid`: what a change of the school year needs, where grades go, and the change (T-2.80, T-2.100, T-2.101). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-year-change-validation',
    handle: {
      headerText: 'year-change:validation.title',
      administration: {
        group: 'school',
        order: 3,
        icon: 'calendar',
        about: 'year-change:validation.about',
        words: 'year-change:validation.words',
        isForSchools: true,
        needs: 'change-schoolyear',
      },
    },
    lazy: async () => ({ Component: (await screens()).ValidationScreen }),
  },
  {
    path: 'grade-upgrade',
    handle: {
      headerText: 'year-change:upgrade.title',
      parent: '/management/:schoolUuid/school-year-change-validation',
    },
    lazy: async () => ({ Component: (await screens()).UpgradeScreen }),
  },
  {
    path: 'instant-school-year-change',
    handle: {
      headerText: 'year-change:instant.title',
      parent: '/management/:schoolUuid/school-year-change-validation',
    },
    lazy: async () => ({ Component: (await screens()).InstantScreen }),
  },
];
