import type { AppRoute } from '../../kernel/feature.ts';

/** P-2.32, P-2.33: for those who are signed in, and for others where the brand offers it. All pages come as one file. */
export const sharedRoutes: AppRoute[] = [
  {
    path: 'authenticator/:page?',
    handle: { headerText: 'authenticator:start.title', noSchoolHeader: true, parent: '/settings' },
    lazy: () => import('./late-screens.ts'),
  },
];
