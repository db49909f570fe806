import type { AppRoute } from '../../kernel/feature.ts';

/** The notice on the processing of personal data (P-2.28). */
export const latePublicRoutes: AppRoute[] = [
  {
    path: 'data-protection',
    handle: { headerText: 'privacy:title' },
    lazy: async () => ({ Component: (await import('./PrivacyScreen.tsx')).PrivacyScreen }),
  },
];
