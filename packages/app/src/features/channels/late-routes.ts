import type { AppRoute } from '../../kernel/feature.ts';

type Screens = Omit<typeof import('./late-screens.ts'), 'ChannelActions'>;
const screen = (name: keyof Screens) => async () => ({ Component: (await import('./late-screens.ts'))[name] });
const list = async () => ({ Component: (await import('./ChannelsScreen.tsx')).ChannelsScreen });

/** What begins a channel and what changes one. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'more/channels',
    handle: { headerText: 'channels:list.title', entry: 'outside', parent: '/more' },
    lazy: list,
  },
  {
    path: 'lite-channels',
    handle: {
      headerText: 'channels:lite.title',
      menu: { icon: 'group', order: 2, notIn: ['davinci-lite', 'classbook-only'] },
    },
    lazy: screen('LiteScreen'),
  },
  {
    path: 'channels/creation/:kind',
    handle: { headerText: 'channels:creation.title', parent: '/channels' },
    lazy: screen('CreationScreen'),
  },
  {
    path: 'channels/create/:step',
    handle: { headerText: 'channels:creation.channel', parent: '/channels' },
    lazy: screen('CreateScreen'),
  },
  {
    path: 'channels/:id/edit/:view?',
    handle: { headerText: 'channels:edit.title', parent: '/channels/:id' },
    lazy: screen('EditScreen'),
  },
];
