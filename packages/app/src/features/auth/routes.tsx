import type { AppRoute } from '../../kernel/feature.ts';
import { requireSchool, skipWhenSignedIn } from '../../kernel/loaders.ts';

/** Sign-in, the page after signing out, and setting a new password with a one-time link (P-2.10 to P-2.17). */
export const publicRoutes: AppRoute[] = [
  {
    path: '/',
    loader: skipWhenSignedIn,
    handle: { headerText: 'auth:start.title' },
    lazy: async () => ({ Component: (await import('./StartScreen.tsx')).StartScreen }),
  },
  {
    path: 'select-school',
    handle: { headerText: 'auth:selectSchool.title' },
    lazy: async () => ({ Component: (await import('./SelectSchoolScreen.tsx')).SelectSchoolScreen }),
  },
  { path: 'login', loader: requireSchool },
  {
    path: ':slink/login',
    loader: requireSchool,
    handle: { headerText: 'auth:login.pageTitle' },
    lazy: async () => ({ Component: (await import('./LoginScreen.tsx')).LoginScreen }),
  },
  {
    path: 'login/:slink/password-reset',
    handle: { headerText: 'auth:passwordReset.title', entry: 'outside' },
    lazy: async () => ({ Component: (await import('./PasswordResetScreen.tsx')).PasswordResetScreen }),
  },
  {
    path: 'post-logout',
    handle: { headerText: 'auth:postLogout.title', entry: 'outside' },
    lazy: async () => ({ Component: (await import('./PostLogoutScreen.tsx')).PostLogoutScreen }),
  },
];
