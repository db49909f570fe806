import type { AppRoute } from '../../kernel/feature.ts';

/** The landing page after sign-in (P-2.06). */
export const routes: AppRoute[] = [
  {
    path: 'feed',
    handle: { headerText: 'news:feed.title', navigation: { key: 'feed', icon: 'news', order: 1 } },
    lazy: async () => ({ Component: (await import('./FeedScreen.tsx')).FeedScreen }),
  },
];
