import type { AppHandle, AppRoute } from '../../kernel/feature.ts';

/** The files of one's channels, and of one of them (C-2.26 to C-2.31): one component tells them apart, as every visit fetches this list. */
const to = (path: string, handle?: AppHandle): AppRoute => ({
  path: `cloud${path}`,
  handle: { headerText: 'cloud:title', ...handle },
  lazy: async () => ({ Component: (await import('./CloudScreen.tsx')).CloudScreen }),
});
const outside = { entry: 'outside' } as const;

export const routes: AppRoute[] = [
  to('', {
    menu: { icon: 'folder', order: 3 },
    navigation: { key: 'cloud', icon: 'folder', order: 5, onlyIfPlaced: true, isBeside: true },
  }),
  to('/lite', outside),
  to('/files/:channelId/:uuid?'),
  to('/upload/file/:channelId?/:uuid?', outside),
  to('/create/folder/:channelId?/:uuid?', outside),
];
