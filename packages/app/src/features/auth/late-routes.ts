import type { AppRoute } from '../../kernel/feature.ts';
import { requireSession } from '../../kernel/loaders.ts';

/** For the own accounts. */
const own = () => import('./account-screens.ts');
/** For who has forgotten something. */
const forgotten = () => import('./forgotten-screens.ts');

/** The accounts of this device (P-2.63, C-2.76). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'users-select',
    handle: { headerText: 'auth:accounts.title', menu: { icon: 'user', order: 3 }, noSchoolHeader: true },
    lazy: async () => ({ Component: (await own()).AccountsScreen }),
  },
  {
    path: 'settings/security/:id',
    handle: { headerText: 'auth:security.title', menu: { icon: 'lock', order: 4 } },
    lazy: async () => ({ Component: (await own()).SecurityScreen }),
  },
];

/** A further account, the page after signing out, and setting a new password with a one-time link (P-2.14 to P-2.17). */
export const latePublicRoutes: AppRoute[] = [
  {
    path: 'login/add/user',
    loader: requireSession,
    handle: { headerText: 'auth:accounts.addTitle' },
    lazy: async () => ({ Component: (await import('./AddAccountScreen.tsx')).AddAccountScreen }),
  },
  {
    path: 'login/:slink/forgot',
    handle: { headerText: 'auth:forgot.title' },
    lazy: async () => ({ Component: (await forgotten()).ForgotScreen }),
  },
  {
    path: 'login/:slink/lost',
    handle: { headerText: 'auth:lost.title' },
    lazy: async () => ({ Component: (await forgotten()).LostScreen }),
  },
  {
    path: 'login/:slink/password-reset',
    handle: { headerText: 'auth:passwordReset.title', entry: 'outside' },
    lazy: async () => ({ Component: (await forgotten()).PasswordResetScreen }),
  },
  {
    path: 'redirect',
    handle: { entry: 'outside' },
    lazy: async () => ({ loader: (await import('./forward.ts')).loader }),
  },
  {
    path: 'webuntis',
    handle: { entry: 'outside' },
    lazy: async () => ({ loader: (await import('./forward.ts')).webuntisLoader }),
  },
  {
    path: 'api/auth/return',
    handle: { entry: 'outside' },
    lazy: async () => ({ loader: (await import('./forward.ts')).authReturnLoader }),
  },
  {
    path: 'post-logout',
    handle: { headerText: 'auth:postLogout.title', entry: 'outside' },
    lazy: async () => ({ Component: (await import('./PostLogoutScreen.tsx')).PostLogoutScreen }),
  },
];
