import type { AppRoute, Creation } from '../../kernel/feature.ts';

const later = () => import('./later-screens.ts');

/** The list and the pages of single items; `scheduled` is not an id (C-2.19). */
export const routes: AppRoute[] = [
  {
    path: 'news',
    handle: { headerText: 'news:feed.title', hint: 'news', mutedView: 'feed', parent: '/feed' },
    lazy: async () => ({ Component: (await import('./NewsScreen.tsx')).NewsScreen }),
  },
  {
    path: 'news/scheduled',
    handle: { headerText: 'news:scheduled.title', parent: '/news' },
    lazy: async () => ({ Component: (await later()).ScheduledScreen }),
  },
  {
    path: 'news/create/:step?/:type?/:id?',
    handle: { headerText: 'news:create.title', parent: '/news' },
    lazy: async () => ({ Component: (await import('./CreateNewsScreen.tsx')).CreateNewsScreen }),
  },
  {
    path: 'channel/:id/news',
    handle: { headerText: 'news:feed.title', parent: '/channels/:id' },
    lazy: async () => ({ Component: (await later()).ChannelNewsScreen }),
  },
  {
    path: 'news/:id/:list?',
    handle: { headerText: 'news:single.title', parent: '/news' },
    lazy: async () => ({ Component: (await later()).SingleNewsScreen }),
  },
  {
    path: 'news/:id/edit',
    handle: { headerText: 'news:edit.title', parent: '/news/:id' },
    lazy: async () => ({ Component: (await import('./EditNewsScreen.tsx')).EditNewsScreen }),
  },
];

export const creations: Creation[] = [
  { key: 'news', icon: 'edit', order: 1, needs: 'create-news', href: '/news/create' },
];
