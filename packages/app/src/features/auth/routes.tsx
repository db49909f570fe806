import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [];

/** Setting a new password with a one-time link (P-2.16). */
export const publicRoutes: RouteObject[] = [
  {
    path: 'login/:slink/password-reset',
    handle: { headerText: 'auth:passwordReset.title' },
    lazy: async () => ({ Component: (await import('./PasswordResetScreen.tsx')).PasswordResetScreen }),
  },
];
