import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');
const START = '/onboarding/:schoolUuid/start';

/** The own pages of setting up a school, below `/onboarding/:schoolUuid`. */
export const onboardingPages: AppRoute[] = [
  {
    path: 'start',
    handle: { headerText: 'onboarding:title', parent: '/more/administration', entry: 'passage' },
    lazy: async () => ({ Component: (await screens()).StartScreen }),
  },
  {
    path: 'users/user-upload-success',
    handle: { headerText: 'onboarding:uploaded.title', parent: START },
    lazy: async () => ({ Component: (await screens()).UploadedScreen }),
  },
  {
    path: 'trial',
    handle: { headerText: 'onboarding:trial.title', parent: START },
    lazy: async () => ({ Component: (await screens()).TrialScreen }),
  },
  {
    path: 'book-call',
    handle: { headerText: 'onboarding:call.title', parent: START },
    lazy: async () => ({ Component: (await screens()).BookCallScreen }),
  },
];
