import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** P-2.58, P-2.65, P-2.82. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'help/start',
    handle: { headerText: 'help:contacts.title', menu: { icon: 'help', order: 8 } },
    lazy: async () => ({ Component: (await import('./HelpScreen.tsx')).HelpScreen }),
  },
  {
    path: 'settings/videos',
    handle: { headerText: 'help:videos.title' },
    lazy: async () => ({ Component: (await screens()).VideosScreen }),
  },
  {
    path: 'release-notes',
    handle: { headerText: 'help:releases.title', parent: '/settings' },
    lazy: async () => ({ Component: (await screens()).ReleaseNotesScreen }),
  },
];
