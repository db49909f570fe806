import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');
const settings = async () => ({ Component: (await screens()).SettingsScreen });
const mute = async () => ({ Component: (await screens()).MuteScreen });
const help = async () => ({ Component: (await screens()).HelpPushScreen });

/** The notification centre as a page (C-2.36), and the settings, which have a second address each (P-2.67 to P-2.69). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'notification-centre',
    handle: { headerText: 'notifications:title' },
    lazy: async () => ({ Component: (await screens()).NotificationCentreScreen }),
  },
  { path: 'settings/:id/notifications', handle: { headerText: 'notifications:settings.title' }, lazy: settings },
  {
    path: 'settings/:id/notifications/preview',
    handle: { headerText: 'notifications:settings.title', entry: 'outside' },
    lazy: settings,
  },
  { path: 'notifications/mute', handle: { headerText: 'notifications:mute.title' }, lazy: mute },
  {
    path: 'settings/:id/notifications/mute',
    handle: { headerText: 'notifications:mute.title', entry: 'outside' },
    lazy: mute,
  },
  { path: 'notifications/help-push', handle: { headerText: 'notifications:help.title' }, lazy: help },
  {
    path: 'settings/:id/notifications/help-push',
    handle: { headerText: 'notifications:help.title', entry: 'outside' },
    lazy: help,
  },
];

/** Where the link in a digest leads. */
export const latePublicRoutes: AppRoute[] = [
  {
    path: 'digest-off',
    handle: { headerText: 'notifications:digestOff.title', entry: 'outside' },
    lazy: async () => ({ Component: (await screens()).DigestOffScreen }),
  },
];
