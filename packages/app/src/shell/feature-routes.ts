import type { FeatureRoutes, SurfaceUses } from '../kernel/feature.ts';

const features = Object.values(import.meta.glob<FeatureRoutes>('../features/*/routes.tsx', { eager: true }));

/** The routes of every existing feature, in one table (P-2.101). */
export const featureRoutes = features.flatMap(({ routes }) => routes ?? []);

/** The management pages of every feature. */
export const managementFeatureRoutes = features.flatMap(({ managementRoutes }) => managementRoutes ?? []);

/** Every feature's pages that need no session. */
export const publicFeatureRoutes = features.flatMap(({ publicRoutes }) => publicRoutes ?? []);

/** Every feature's pages that fill the screen. */
export const screenFeatureRoutes = features.flatMap(({ screenRoutes }) => screenRoutes ?? []);

/** The features' parts of the school settings. */
export const surfaceUses: SurfaceUses = Object.assign({}, ...features.map((feature) => feature.surfaceUses));
