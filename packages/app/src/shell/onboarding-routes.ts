import { redirect } from 'react-router';
import { onboardingPages } from '../features/onboarding/pages.ts';
import type { AppRoute } from '../kernel/feature.ts';
import { toOnboarding } from '../kernel/guards.ts';
import { managementFeatureRoutes } from './management-routes.ts';

/** Pages of the administration that are steps of setting up a school, by their address there (P-2.88 to P-2.95). */
const STEPS: Readonly<Record<string, string>> = {
  'school-data/edit-school': 'school-data/edit-school',
  'school-data/edit-school-billing': 'school-data/edit-school-billing',
  years: 'years',
  'web-interface/automatic-upload': 'web-interface/automatic-upload',
  'web-interface/upload': 'web-interface/upload',
  'users/import': 'upload',
  'users/generate': 'generate-users/upload',
  'basedata/:entity': 'basedata/:entity',
};

/** The same screens in another frame. */
const steps = Object.entries(STEPS).flatMap(([path, from]): AppRoute[] => {
  const page = managementFeatureRoutes.find((route) => route.path === from);
  if (!page?.handle?.headerText) return [];
  const handle: AppRoute['handle'] = {
    headerText: page.handle.headerText,
    parent: '/onboarding/:schoolUuid/start',
    // The tables of master data are no step: letters to schools lead to one of them.
    ...(path.includes(':') && { entry: 'outside' }),
  };
  return [{ path, handle, ...(page.lazy && { lazy: page.lazy }) }];
});

/** A group of addresses is no page: it leads to the first of its pages (P-2.98). */
const groups = (['school-data', 'web-interface', 'users'] as const).map((group): AppRoute => {
  const first = Object.keys(STEPS).find((path) => path.startsWith(`${group}/`)) ?? 'start';
  return {
    path: group,
    handle: { entry: 'passage' },
    loader: ({ params }) => redirect(toOnboarding(params.schoolUuid ?? '', first)),
  };
});

/** Everything below `/onboarding/:schoolUuid`. */
export const onboardingRoutes: AppRoute[] = [...onboardingPages, ...steps, ...groups];
