import type { AppRoute } from '../../kernel/feature.ts';

const records = () => import('./record-screens.ts');

/** Below `/management/:schoolUuid` (T-2.73, T-2.102, T-2.105). */
export const managementRoutes: AppRoute[] = [
  {
    id: 'edit-school',
    path: 'school-data/edit-school',
    handle: {
      headerText: 'schools:record.page',
      administration: {
        group: 'school',
        order: 0,
        icon: 'school',
        about: 'schools:record.about',
        words: 'schools:record.words',
        recorded: { entity: 'schools' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await records()).EditSchoolScreen }),
  },
  {
    path: 'school-data/edit-school-billing',
    handle: {
      headerText: 'schools:billing.title',
      administration: {
        group: 'school',
        order: 8,
        icon: 'book',
        about: 'schools:billing.about',
        words: 'schools:billing.words',
        recorded: { entity: 'school_billing' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await records()).EditBillingScreen }),
  },
  {
    path: 'school-data/edit-settings',
    handle: {
      headerText: 'schools:settings.title',
      administration: {
        group: 'school',
        order: 1,
        icon: 'settings',
        about: 'schools:settings.about',
        words: 'schools:settings.words',
        recorded: { entity: 'schools' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./SchoolSettingsScreen.tsx')).SchoolSettingsScreen }),
  },
];
