import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'notifications',
    handle: {
      headerText: 'notifications:school.title',
      administration: {
        group: 'communication',
        order: 4,
        icon: 'bell',
        about: 'notifications:school.about',
        words: 'notifications:school.words',
        recorded: { action: 'notifications:audit.schoolQuiet' },
        isNarrow: true,
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await screens()).SchoolNotificationsScreen }),
  },
  {
    path: 'push-deliveries',
    handle: {
      headerText: 'notifications:deliveries.title',
      administration: {
        group: 'communication',
        order: 5,
        icon: 'list',
        about: 'notifications:deliveries.about',
        words: 'notifications:deliveries.words',
        needs: 'send-push',
      },
    },
    lazy: async () => ({ Component: (await screens()).DeliveriesScreen }),
  },
];
