import type { AppRoute } from '../../kernel/feature.ts';

const screens = () => import('./late-screens.ts');

/** P-2.57 to P-2.64; fixed paths win over the number of a person (P-2.59). */
export const lateRoutes: AppRoute[] = [
  {
    path: 'settings/fill-user-details',
    handle: { headerText: 'settings:details.title', entry: 'passage', ownWayBack: true },
    lazy: async () => ({ Component: (await screens()).DetailsScreen }),
  },
  {
    path: 'settings/:id',
    handle: { headerText: 'settings:pages.profile.title' },
    lazy: async () => ({ Component: (await screens()).ProfileScreen }),
  },
  {
    path: 'settings/:id/delete-account',
    handle: { headerText: 'settings:pages.delete.title' },
    lazy: async () => ({ Component: (await screens()).DeleteAccountScreen }),
  },
  {
    path: 'settings/:id/family',
    handle: { headerText: 'settings:pages.family.title' },
    lazy: async () => ({ Component: (await screens()).FamilyScreen }),
  },
  {
    path: 'settings/:id/add-parent',
    handle: { headerText: 'settings:family.addParent', parent: '/settings/:id/family' },
    lazy: async () => ({ Component: (await screens()).AddParentScreen }),
  },
  {
    path: 'settings/copyright/:id',
    handle: { headerText: 'settings:pages.copyright.title' },
    lazy: async () => ({ Component: (await screens()).CopyrightScreen }),
  },
];

/** Where the link in a mail leads that proves a new address (P-5.16). */
export const latePublicRoutes: AppRoute[] = [
  {
    path: 'confirm-email',
    handle: { headerText: 'settings:confirmEmail.title', entry: 'outside' },
    lazy: async () => ({ Component: (await screens()).ConfirmEmailScreen }),
  },
];
