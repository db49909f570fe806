import { behind } from '../../kernel/behind.ts';
import type { AppRoute } from '../../kernel/feature.ts';

const lazy = async () => ({ Component: (await import('./ChatScreen.tsx')).ChatScreen });
behind.channels = lazy;

/** A channel with its chat (C-2.05, C-2.06); `#read` begins at the first unread message. */
export const routes: AppRoute[] = [
  {
    path: 'channels/:id/chat?',
    handle: { headerText: 'chat:title' },
    lazy,
  },
];
