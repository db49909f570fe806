import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');
const settings = async () => ({ Component: (await screens()).SettingsScreen });
const mute = async () => ({ Component: (await screens()).MuteScreen });
const help = async () => ({ Component: (await screens()).HelpPushScreen });

/** The notification centre as a page (C-2.36), and the settings, which have a second address each (P-2.67 to P-2.69). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'notification-centre',
    handle: { headerText: 'notifications:title', parent: '/feed' },
    lazy: async () => ({ Component: (await screens()).NotificationCentreScreen }),
  },
  { path: 'settings/:id/notifications', handle: { headerText: 'notifications:settings.title' }, lazy: settings },
  {
    path: 'settings/:id/notifications/preview',
    handle: { headerText: 'notifications:settings.title', entry: 'outside', parent: '/settings/:id/notifications' },
    lazy: settings,
  },
  { path: 'notifications/mute', handle: { headerText: 'notifications:mute.title', parent: '/settings' }, lazy: mute },
  {
    path: 'settings/:id/notifications/mute',
    handle: { headerText: 'notifications:mute.title', entry: 'outside', parent: '/settings/:id/notifications' },
    lazy: mute,
  },
  {
    path: 'notifications/help-push',
    handle: { headerText: 'notifications:help.title', parent: '/settings' },
    lazy: help,
  },
  {
    path: 'settings/:id/notifications/help-push',
    handle: { headerText: 'notifications:help.title', entry: 'outside', parent: '/settings/:id/notifications' },
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
