import type { AppRoute } from '../../kernel/feature.ts';

/** The end of setting up a school (P-2.97). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'onboarding-success',
    handle: { headerText: 'onboarding:success.title', parent: '/feed' },
    lazy: async () => ({ Component: (await import('./late-screens.ts')).SuccessScreen }),
  },
];
