import type { AppRoute } from '../../kernel/feature.ts';

/** The page to which a program sends somebody to sign in with their account here (P-2.29). */
export const latePublicRoutes: AppRoute[] = [
  {
    path: 'idp/api/auth/:uuid',
    handle: { headerText: 'auth:login.pageTitle', entry: 'outside' },
    lazy: async () => {
      const { loader } = await import('./elsewhere.ts');
      return { loader, Component: (await import('./ElsewhereScreen.tsx')).ElsewhereScreen };
    },
  },
];
