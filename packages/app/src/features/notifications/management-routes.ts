import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'notifications',
    handle: {
      headerText: 'notifications:school.title',
      administration: { icon: 'bell', about: 'notifications:school.about', needs: 'edit-school' },
    },
    lazy: async () => ({ Component: (await screens()).SchoolNotificationsScreen }),
  },
  {
    path: 'push-deliveries',
    handle: {
      headerText: 'notifications:deliveries.title',
      administration: { icon: 'list', about: 'notifications:deliveries.about', needs: 'send-push' },
    },
    lazy: async () => ({ Component: (await screens()).DeliveriesScreen }),
  },
];
