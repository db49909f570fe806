import type { AppRoute } from '../../kernel/feature.ts';

/** The files of one's channels; the addresses below are in `late-routes.ts` (C-2.26). */
export const routes: AppRoute[] = [
  {
    path: 'cloud',
    handle: {
      headerText: 'cloud:title',
      menu: { icon: 'folder', order: 3 },
      navigation: { key: 'cloud', icon: 'folder', order: 5, onlyIfPlaced: true, isBeside: true },
    },
    lazy: async () => ({ Component: (await import('./CloudScreen.tsx')).CloudScreen }),
  },
];
