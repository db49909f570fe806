import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [];

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: RouteObject[] = [
  {
    path: 'school-data/edit-settings',
    handle: {
      headerText: 'management:settings.title',
      administration: { icon: 'settings', about: 'management:settings.about', needs: 'edit-school' },
    },
    lazy: async () => ({ Component: (await import('./SchoolSettingsScreen.tsx')).SchoolSettingsScreen }),
  },
];
