import type { AppRoute } from '../../kernel/feature.ts';

/** A channel with its chat (C-2.05, C-2.06); `#read` begins at the first unread message. */
export const routes: AppRoute[] = [
  {
    path: 'channels/:id/chat?',
    handle: { headerText: 'chat:title', noBottomBar: true, ownWayBack: true },
    lazy: async () => ({ Component: (await import('./ChatScreen.tsx')).ChatScreen }),
  },
];
