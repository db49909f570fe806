import type { LateRoutes } from '../kernel/feature.ts';
import { featureRoutes } from './feature-routes.ts';
import { byFrame, PUBLIC, SHARED } from './frames.ts';

const features = Object.values(import.meta.glob<LateRoutes>('../features/*/late-routes.ts', { eager: true }));

export const lateFeatureRoutes = features.flatMap(({ lateRoutes }) => lateRoutes ?? []);

const lateShared = features.flatMap(({ lateSharedRoutes }) => lateSharedRoutes ?? []);

/** All pages of features for those who are signed in. */
export const allFeatureRoutes = [...featureRoutes, ...lateFeatureRoutes, ...lateShared];

/** The late pages by the id of the route that they join. */
export const latePages = byFrame(lateFeatureRoutes)
  .set(
    PUBLIC,
    features.flatMap(({ latePublicRoutes }) => latePublicRoutes ?? []),
  )
  .set(SHARED, lateShared);
