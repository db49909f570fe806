import type { AppHandle, AppRoute } from '../../kernel/feature.ts';

const to = (path: string, handle?: AppHandle): AppRoute => ({
  path: `cloud/${path}`,
  handle: { headerText: 'cloud:title', parent: '/cloud', ...handle },
  lazy: async () => ({ Component: (await import('./CloudScreen.tsx')).CloudScreen }),
});
const outside = { entry: 'outside' } as const;

/** Files and folders of one channel: one component tells them apart (C-2.27 to C-2.31). */
export const lateRoutes: AppRoute[] = [
  to('lite', outside),
  to('files/:channelId/:uuid?'),
  to('upload/file/:channelId?/:uuid?', outside),
  to('create/folder/:channelId?/:uuid?', outside),
];
