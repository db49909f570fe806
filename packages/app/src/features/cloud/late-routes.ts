import { EDIT_PAGE } from '@kreide/core/features/cloud';
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
  {
    path: 'cloud/bin/:channelId',
    handle: { headerText: 'cloud:bin.title', parent: '/cloud/files/:channelId' },
    lazy: async () => ({ Component: (await import('./BinScreen.tsx')).BinScreen }),
  },
  to('upload/file/:channelId?/:uuid?', outside),
  to('create/folder/:channelId?/:uuid?', outside),
  to('create/file/:channelId?/:uuid?', outside),
  {
    path: EDIT_PAGE,
    handle: { headerText: 'cloud:actions.edit', parent: '/cloud', ...outside },
    lazy: async () => ({ Component: (await import('./EditScreen.tsx')).EditScreen }),
  },
];
