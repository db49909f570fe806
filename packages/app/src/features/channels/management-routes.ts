import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-data/channels',
    handle: {
      headerText: 'channels:school.title',
      administration: { icon: 'chat', about: 'channels:school.about', needs: 'edit-school' },
    },
    lazy: async () => ({ Component: (await import('./SchoolChannelsScreen.tsx')).SchoolChannelsScreen }),
  },
];
