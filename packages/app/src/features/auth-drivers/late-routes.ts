import type { AppRoute } from '../../kernel/feature.ts';

/** The way back from the service at which somebody signs in. */
export const latePublicRoutes: AppRoute[] = [
  {
    path: 'sso-verify/:slink?',
    handle: { headerText: 'auth:login.pageTitle', entry: 'outside' },
    lazy: async () => {
      const { loader } = await import('./service-return.ts');
      return { loader, Component: (await import('./ServiceReturnScreen.tsx')).ServiceReturnScreen };
    },
  },
  {
    path: 'sso-verify/ios/:slink',
    handle: { headerText: 'auth:login.pageTitle', entry: 'outside' },
    lazy: async () => {
      const { loader } = await import('./wrapper-return.ts');
      return { loader, Component: (await import('./WrapperReturnScreen.tsx')).WrapperReturnScreen };
    },
  },
];
