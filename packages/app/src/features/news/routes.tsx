import type { AppRoute } from '../../kernel/feature.ts';

/** The landing page after sign-in (P-2.06) and the pages of single items; `scheduled` is not an id (C-2.19). */
export const routes: AppRoute[] = [
  {
    path: 'feed',
    handle: {
      headerText: 'news:feed.title',
      navigation: { key: 'feed', icon: 'news', order: 1, covers: ['/news'] },
    },
    lazy: async () => ({ Component: (await import('./FeedScreen.tsx')).FeedScreen }),
  },
  {
    path: 'news/scheduled',
    handle: { headerText: 'news:scheduled.title' },
    lazy: async () => ({ Component: (await import('./ScheduledScreen.tsx')).ScheduledScreen }),
  },
  {
    path: 'news/create',
    handle: { headerText: 'news:create.title' },
    lazy: async () => ({ Component: (await import('./CreateNewsScreen.tsx')).CreateNewsScreen }),
  },
  {
    path: 'news/:id',
    handle: { headerText: 'news:single.title' },
    lazy: async () => ({ Component: (await import('./SingleNewsScreen.tsx')).SingleNewsScreen }),
  },
  {
    path: 'news/:id/edit',
    handle: { headerText: 'news:edit.title' },
    lazy: async () => ({ Component: (await import('./EditNewsScreen.tsx')).EditNewsScreen }),
  },
];
