import { useState } from 'react';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import type { FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
import { shelves } from '../../kernel/storage.ts';
import { hasNewRelease } from './newest-release.ts';

const ReleaseBanner = late(async () => (await import('./late-screens.ts')).ReleaseBanner);

/** Its code comes only after an update, in a branding that tells of it (P-1.11). */
function MaybeRelease() {
  const isTold = useStore(branding, (state) => state.brand.announcements);
  const [isNew] = useState(() => hasNewRelease(shelves.local));
  return isTold && isNew && <ReleaseBanner />;
}

export const banners: FeatureBanner[] = [{ key: 'release', Component: MaybeRelease }];
