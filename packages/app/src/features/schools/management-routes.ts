import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: AppRoute[] = [
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
