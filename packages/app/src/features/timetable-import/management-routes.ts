import type { AppRoute } from '../../kernel/feature.ts';

const later = () => import('./later-screens.ts');

/** Below `/management/:schoolUuid` (T-2.76 to T-2.78). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'web-interface/upload',
    handle: {
      headerText: 'timetable-import:upload.title',
      administration: {
        group: 'teaching',
        order: 1,
        icon: 'upload',
        about: 'timetable-import:upload.about',
        words: 'timetable-import:upload.words',
        needs: 'import-timetable',
      },
    },
    lazy: async () => ({ Component: (await import('./UploadScreen.tsx')).UploadScreen }),
  },
  {
    path: 'web-interface/status',
    handle: {
      headerText: 'timetable-import:status.title',
      administration: {
        group: 'teaching',
        order: 2,
        icon: 'list',
        about: 'timetable-import:status.about',
        needs: 'import-timetable',
      },
    },
    lazy: async () => ({ Component: (await later()).StatusScreen }),
  },
  {
    path: 'web-interface/automatic-upload',
    handle: {
      headerText: 'timetable-import:automatic.title',
      administration: {
        group: 'teaching',
        order: 3,
        icon: 'refresh',
        about: 'timetable-import:automatic.about',
        words: 'timetable-import:automatic.words',
        needs: 'import-timetable',
      },
    },
    lazy: async () => ({ Component: (await later()).AutomaticScreen }),
  },
];
