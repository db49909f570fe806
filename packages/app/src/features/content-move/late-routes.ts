import type { AppRoute } from '../../kernel/feature.ts';

/** Where the content of a channel goes at the end of a school year. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'channels/:id/content-move',
    handle: { headerText: 'content-move:title', parent: '/channels/:id' },
    lazy: async () => ({ Component: (await import('./MoveScreen.tsx')).MoveScreen }),
  },
];
