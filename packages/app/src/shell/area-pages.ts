import type { AppRoute } from '../kernel/feature.ts';
import { MANAGEMENT, OWN } from './frames.ts';
import { managementFeatureRoutes } from './management-routes.ts';
import { onboardingRoutes } from './onboarding-routes.ts';

/** The pages of the administration and of setting up a school, by the id of the route that they join. */
export const areaPages: ReadonlyMap<string, AppRoute[]> = new Map<string, AppRoute[]>([
  [MANAGEMENT, managementFeatureRoutes],
  [
    OWN,
    [
      {
        path: 'onboarding/:schoolUuid',
        lazy: async () => ({ Component: (await import('./screens/OnboardingScreens.tsx')).OnboardingFrame }),
        children: onboardingRoutes,
      },
    ],
  ],
]);
