import type { AppRoute, Creation } from '../../kernel/feature.ts';

const types = async () => ({ Component: (await import('./TypeScreen.tsx')).TypeScreen });
const list = async () => ({ Component: (await import('./ChannelsScreen.tsx')).ChannelsScreen });

/** The list of channels, what begins one and what changes one; the chat itself is a feature of its own. */
export const routes: AppRoute[] = [
  {
    path: 'channels',
    handle: {
      headerText: 'channels:list.title',
      navigation: { key: 'channels', icon: 'chat', order: 3, covers: ['/lite-channels'] },
      mutedView: 'channels',
    },
    lazy: list,
  },
  { path: 'channels/type/:userId?', handle: { headerText: 'channels:list.title', parent: '/channels' }, lazy: types },
];

/** People who may begin either kind; the page offers those that are allowed (C-6.07). */
export const creations: Creation[] = [
  {
    key: 'channel',
    icon: 'chat',
    order: 2,
    needs: ['create-conversation', 'create-channel'],
    href: '/channels/creation/list',
  },
];
