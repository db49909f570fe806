import type { AppRoute, Creation } from '../../kernel/feature.ts';

type Screens = Omit<typeof import('./late-screens.ts'), 'ChannelActions'>;
const screen = (name: keyof Screens) => async () => ({ Component: (await import('./late-screens.ts'))[name] });
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
  { path: 'more/channels', handle: { headerText: 'channels:list.title', entry: 'outside' }, lazy: list },
  {
    path: 'lite-channels',
    handle: {
      headerText: 'channels:lite.title',
      menu: { icon: 'list', order: 2, notIn: ['davinci-lite', 'classbook-only'] },
    },
    lazy: screen('LiteScreen'),
  },
  { path: 'channels/type/:userId?', handle: { headerText: 'channels:list.title' }, lazy: types },
  {
    path: 'channels/creation/:kind',
    handle: { headerText: 'channels:creation.title' },
    lazy: screen('CreationScreen'),
  },
  { path: 'channels/create/:step', handle: { headerText: 'channels:creation.channel' }, lazy: screen('CreateScreen') },
  { path: 'channels/:id/edit/:view?', handle: { headerText: 'channels:edit.title' }, lazy: screen('EditScreen') },
];

/** Whoever may begin either; the page offers what is allowed (C-6.07). */
export const creations: Creation[] = [
  {
    key: 'channel',
    icon: 'chat',
    order: 2,
    needs: ['create-conversation', 'create-channel'],
    href: '/channels/creation/list',
  },
];
