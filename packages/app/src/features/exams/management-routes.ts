import type { AppRoute } from '../../kernel/feature.ts';

/** The limits of exams, below `/management/:schoolUuid`. */
export const managementRoutes: AppRoute[] = [
  {
    path: 'exam-limits',
    handle: {
      headerText: 'exams:settings.title',
      administration: {
        group: 'teaching',
        order: 8,
        icon: 'calendarCheck',
        about: 'exams:settings.about',
        words: 'exams:settings.words',
        recorded: { entity: 'exam_settings' },
        isNarrow: true,
        isForSchools: true,
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./LimitsScreen.tsx')).LimitsScreen }),
  },
];
