import type { AppRoute } from '../../kernel/feature.ts';

/** The landing page after sign-in (P-2.06). */
export const routes: AppRoute[] = [
  {
    path: 'feed',
    handle: {
      headerText: 'start:title',
      navigation: { key: 'feed', icon: 'home', order: 1, covers: ['/news'] },
      hint: 'news',
      mutedView: 'feed',
    },
    lazy: async () => ({ Component: (await import('./StartScreen.tsx')).StartScreen }),
  },
];
