import type { AppRoute } from '../../kernel/feature.ts';

/** Below `/management/:schoolUuid` (T-2.73). */
export const managementRoutes: AppRoute[] = [
  {
    path: 'school-data/channels',
    handle: {
      headerText: 'channels:school.title',
      administration: {
        group: 'communication',
        order: 2,
        icon: 'chat',
        about: 'channels:school.about',
        words: 'channels:school.words',
        recorded: { action: 'channels:audit.settings' },
        needs: 'edit-school',
      },
    },
    lazy: async () => ({ Component: (await import('./SchoolChannelsScreen.tsx')).SchoolChannelsScreen }),
  },
  {
    path: 'channels',
    handle: {
      headerText: 'channels:managed.title',
      administration: {
        group: 'communication',
        order: 1,
        icon: 'chat',
        about: 'channels:managed.about',
        needs: 'view-all-channels',
      },
    },
    lazy: async () => ({ Component: (await import('./ManagedChannelsScreen.tsx')).ManagedChannelsScreen }),
  },
  {
    path: 'channels/:id/:view?',
    handle: { headerText: 'channels:edit.title', parent: '/management/:schoolUuid/channels' },
    lazy: async () => ({ Component: (await import('./late-screens.ts')).EditScreen }),
  },
];
