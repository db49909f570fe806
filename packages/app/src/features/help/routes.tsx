import { useState } from 'react';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import type { AppRoute, FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
import { shelves } from '../../kernel/storage.ts';
import { hasNewRelease } from './newest-release.ts';

const screens = () => import('./late-screens.ts');
const ReleaseBanner = late(async () => (await screens()).ReleaseBanner);

/** Its code comes only after an update, in a branding that tells of it (P-1.11). */
function MaybeRelease() {
  const isTold = useStore(branding, (state) => state.brand.announcements);
  const [isNew] = useState(() => hasNewRelease(shelves.local));
  return isTold && isNew && <ReleaseBanner />;
}

export const banners: FeatureBanner[] = [{ key: 'release', Component: MaybeRelease }];

/** P-2.58, P-2.65. */
export const routes: AppRoute[] = [
  {
    path: 'settings/videos',
    handle: { headerText: 'help:videos.title' },
    lazy: async () => ({ Component: (await screens()).VideosScreen }),
  },
  {
    path: 'release-notes',
    handle: { headerText: 'help:releases.title' },
    lazy: async () => ({ Component: (await screens()).ReleaseNotesScreen }),
  },
];
