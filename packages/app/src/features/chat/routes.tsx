import type { AppRoute, FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

const KeptChats = late(async () => (await import('./KeptChats.tsx')).KeptChats);

/** Nothing to see: what is kept of chats for times without a network (D-6.07). */
export const banners: FeatureBanner[] = [{ key: 'kept-chats', Component: KeptChats }];

/** A channel with its chat (C-2.05, C-2.06); `#read` begins at the first unread message. */
export const routes: AppRoute[] = [
  {
    path: 'channels/:id/chat?',
    handle: { headerText: 'chat:title' },
    lazy: async () => ({ Component: (await import('./ChatScreen.tsx')).ChatScreen }),
  },
];
