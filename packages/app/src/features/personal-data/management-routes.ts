import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid`: for how long the school keeps what (D-6.08). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'retention',
    handle: {
      headerText: 'personal-data:retention.title',
      administration: {
        group: 'school',
        order: 5,
        icon: 'clock',
        about: 'personal-data:retention.about',
        words: 'personal-data:retention.words',
        recorded: { action: 'personal-data:audit.retention' },
        isNarrow: true,
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await screens()).RetentionScreen }),
  },
];
