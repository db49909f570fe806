import type { AppRoute } from '../../kernel/feature.ts';

const later = () => import('./later-screens.ts');

/** Below `/management/:schoolUuid` (T-2.76 to T-2.78). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'web-interface/upload',
    handle: {
      headerText: 'timetable-import:upload.title',
      administration: { icon: 'upload', about: 'timetable-import:upload.about', needs: 'import-timetable' },
    },
    lazy: async () => ({ Component: (await import('./UploadScreen.tsx')).UploadScreen }),
  },
  {
    path: 'web-interface/status',
    handle: {
      headerText: 'timetable-import:status.title',
      administration: { icon: 'list', about: 'timetable-import:status.about', needs: 'import-timetable' },
    },
    lazy: async () => ({ Component: (await later()).StatusScreen }),
  },
  {
    path: 'web-interface/automatic-upload',
    handle: {
      headerText: 'timetable-import:automatic.title',
      administration: { icon: 'refresh', about: 'timetable-import:automatic.about', needs: 'import-timetable' },
    },
    lazy: async () => ({ Component: (await later()).AutomaticScreen }),
  },
];
