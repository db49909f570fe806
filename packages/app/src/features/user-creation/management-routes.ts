import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** People for a list, their letters, and what was made before (T-2.84, T-2.106, T-2.107). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'generate-users/upload',
    handle: {
      headerText: 'user-creation:upload.title',
      administration: {
        group: 'people',
        order: 6,
        icon: 'upload',
        about: 'user-creation:upload.about',
        words: 'user-creation:upload.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).UploadScreen }),
  },
  {
    path: 'generate-users/manual',
    handle: {
      headerText: 'user-creation:manual.title',
      administration: {
        group: 'people',
        order: 7,
        icon: 'user',
        about: 'user-creation:manual.about',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).ManualScreen }),
  },
  {
    path: 'generate-users/download/:bulkId',
    handle: { headerText: 'user-creation:download.title', parent: '/management/:schoolUuid/user-creation-history' },
    lazy: async () => ({ Component: (await screens()).DownloadScreen }),
  },
  {
    path: 'user-creation-history',
    handle: {
      headerText: 'user-creation:history.title',
      administration: {
        group: 'people',
        order: 9,
        icon: 'clock',
        about: 'user-creation:history.about',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).HistoryScreen }),
  },
];
