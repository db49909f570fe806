import type { AppRoute } from '../../kernel/feature.ts';

const screen = (name: keyof typeof import('./late-screens.ts')) => async () => ({
  Component: (await import('./late-screens.ts'))[name],
});

/** A conference of a channel: beginning one, and being in one (C-2.14, C-2.15). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'channels/:id/start-conference',
    handle: { headerText: 'conferences:start.title', parent: '/channels/:id' },
    lazy: screen('StartScreen'),
  },
  {
    path: 'channels/:id/join-conference/:uuid',
    handle: { headerText: 'conferences:start.title', parent: '/channels/:id' },
    lazy: screen('JoinScreen'),
  },
];
