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

/** The settings; their pages are in `late-routes.ts` (P-2.56). */
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
];
