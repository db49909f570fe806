import type { AppRoute, FeatureBanner, PageFrame } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

const OwnAccount = late(async () => (await import('./OwnAccount.tsx')).OwnAccount);

/** The language of the account counts on every device (P-7.57), and so do its rights. */
export const banners: FeatureBanner[] = [{ key: 'own-account', Component: OwnAccount }];

const screens = () => import('./late-screens.ts');

/** The settings, their own pages and those of other features, with the list of pages beside them where there is room. */
export const frames: PageFrame[] = [
  {
    covers: /^(settings(\/(?!fill-user-details).*)?|users-select|release-notes)$/,
    lazy: async () => ({ Component: (await screens()).SettingsFrame }),
  },
];

/** P-2.56 to P-2.64; fixed paths win over the number of a person (P-2.59). */
export const routes: AppRoute[] = [
  {
    path: 'settings',
    handle: {
      headerText: 'settings:title',
      menu: { icon: 'settings', order: 2 },
      navigation: { key: 'settings', icon: 'settings', order: 8, onlyIfPlaced: true },
    },
    lazy: async () => ({ Component: (await screens()).OverviewScreen }),
  },
  {
    path: 'settings/fill-user-details',
    handle: { headerText: 'settings:details.title', entry: 'passage' },
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
    handle: { headerText: 'settings:family.addParent' },
    lazy: async () => ({ Component: (await screens()).AddParentScreen }),
  },
  {
    path: 'settings/copyright/:id',
    handle: { headerText: 'settings:pages.copyright.title' },
    lazy: async () => ({ Component: (await screens()).CopyrightScreen }),
  },
];

/** Where the link in a mail leads that proves a new address (P-5.16). */
export const publicRoutes: AppRoute[] = [
  {
    path: 'confirm-email',
    handle: { headerText: 'settings:confirmEmail.title', entry: 'outside' },
    lazy: async () => ({ Component: (await screens()).ConfirmEmailScreen }),
  },
];
