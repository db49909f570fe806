import type { RouteObject } from 'react-router';

/** The landing page after sign-in (P-2.06). */
export const routes: RouteObject[] = [
  {
    path: 'feed',
    handle: { headerText: 'news:feed.title' },
    lazy: async () => ({ Component: (await import('./FeedScreen.tsx')).FeedScreen }),
  },
];
