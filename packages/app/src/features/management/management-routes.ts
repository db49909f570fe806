import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/**
 * Below `/management/:schoolUuid`: the lists of people who are gone or going, policies, numbers, health, periods and
 * quotations (T-2.81, T-2.88, T-2.91, T-2.94, T-2.95, T-2.97, T-2.108).
 */
export const managementRoutes: AppRoute[] = [
  {
    path: 'deletion-pending-users',
    handle: {
      headerText: 'management:pending.title',
      administration: {
        group: 'people',
        order: 11,
        icon: 'clock',
        about: 'management:pending.about',
        words: 'management:pending.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).PendingPeopleScreen }),
  },
  {
    path: 'deleted-users',
    handle: {
      headerText: 'management:deleted.title',
      administration: {
        group: 'people',
        order: 12,
        icon: 'trash',
        about: 'management:deleted.about',
        words: 'management:deleted.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).DeletedPeopleScreen }),
  },
  {
    path: 'archived-users',
    handle: {
      headerText: 'management:archived.title',
      administration: {
        group: 'people',
        order: 13,
        icon: 'download',
        about: 'management:archived.about',
        words: 'management:archived.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).ArchivedPeopleScreen }),
  },
  {
    path: 'policies',
    handle: {
      headerText: 'management:policies.title',
      administration: {
        group: 'school',
        order: 9,
        icon: 'checkCircle',
        about: 'management:policies.about',
        words: 'management:policies.words',
        recorded: { action: 'management:audit.createPolicy' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await screens()).PoliciesScreen }),
  },
  {
    path: 'policies/:actor',
    handle: { headerText: 'management:policies.title', parent: '/more/administration', needs: 'edit-school' },
    lazy: async () => ({ Component: (await screens()).PoliciesScreen }),
  },
  {
    path: 'school-stats',
    handle: {
      headerText: 'management:stats.title',
      administration: {
        group: 'school',
        order: 10,
        icon: 'list',
        about: 'management:stats.about',
        words: 'management:stats.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).StatisticsScreen }),
  },
  {
    path: 'health',
    handle: {
      headerText: 'management:health.title',
      administration: {
        group: 'school',
        order: 0,
        icon: 'checkCircle',
        about: 'management:health.about',
        words: 'management:health.words',
        needs: 'manage-users',
      },
    },
    lazy: async () => ({ Component: (await screens()).HealthScreen }),
  },
  {
    path: 'periods/schoolyears',
    handle: {
      headerText: 'management:periods.title',
      administration: {
        group: 'school',
        order: 5,
        icon: 'calendar',
        about: 'management:periods.about',
        words: 'management:periods.words',
        needs: 'view-timetable-planner',
      },
    },
    lazy: async () => ({ Component: (await screens()).PeriodsScreen }),
  },
  {
    path: 'periods/schoolyears/:schoolyear',
    handle: {
      headerText: 'management:periods.title',
      parent: '/more/administration',
      needs: 'view-timetable-planner',
    },
    lazy: async () => ({ Component: (await screens()).PeriodsScreen }),
  },
  {
    path: 'school-quotations',
    handle: {
      headerText: 'management:quotations.title',
      administration: {
        group: 'school',
        order: 9,
        icon: 'list',
        about: 'management:quotations.about',
        words: 'management:quotations.words',
        recorded: { entity: 'contracts' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./QuotationsScreen.tsx')).QuotationsScreen }),
  },
  {
    path: 'school-quotations/:uuid',
    handle: {
      headerText: 'management:quotations.title',
      parent: '/management/:schoolUuid/school-quotations',
      needs: 'edit-school',
    },
    lazy: async () => ({ Component: (await import('./QuotationsScreen.tsx')).QuotationsScreen }),
  },
  {
    path: 'school-data/end',
    handle: {
      headerText: 'management:end.title',
      administration: {
        group: 'school',
        order: 12,
        icon: 'trash',
        about: 'management:end.about',
        words: 'management:end.words',
        recorded: { action: 'management:audit.orderEnd' },
        isNarrow: true,
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await screens()).EndScreen }),
  },
];
