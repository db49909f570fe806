import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid`: the lists of people (T-2.85), and the steps of a change of school year (T-2.110 to T-2.117). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'upload',
    handle: {
      headerText: 'user-import:upload.title',
      administration: {
        group: 'people',
        order: 5,
        icon: 'upload',
        about: 'user-import:upload.about',
        words: 'user-import:upload.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).UploadScreen }),
  },
  {
    path: 'school-year-change-type',
    handle: {
      headerText: 'user-import:year.title',
      administration: {
        group: 'school',
        order: 2,
        icon: 'calendar',
        about: 'user-import:year.about',
        words: 'user-import:year.words',
        isForSchools: true,
        needs: 'change-schoolyear',
      },
    },
    lazy: async () => ({ Component: (await screens()).YearTypeScreen }),
  },
  {
    path: 'users-compare/:type/:step',
    handle: { headerText: 'user-import:year.title', parent: '/management/:schoolUuid/school-year-change-type' },
    lazy: async () => ({ Component: (await screens()).CompareScreen }),
  },
];
