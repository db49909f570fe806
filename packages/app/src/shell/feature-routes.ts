import type { FeatureRoutes, SurfaceUses } from '../kernel/feature.ts';

const features = Object.values(import.meta.glob<FeatureRoutes>('../features/*/routes.tsx', { eager: true }));

/** The routes of every feature that exists, in one table (P-2.101). */
export const featureRoutes = features.flatMap(({ routes }) => routes ?? []);

/** The management pages of every feature. */
export const managementFeatureRoutes = features.flatMap(({ managementRoutes }) => managementRoutes ?? []);

/** The pages of every feature that need no session. */
export const publicFeatureRoutes = features.flatMap(({ publicRoutes }) => publicRoutes ?? []);

/** The pages of every feature that fill the screen. */
export const screenFeatureRoutes = features.flatMap(({ screenRoutes }) => screenRoutes ?? []);

/** What features bring to the school's settings. */
export const surfaceUses: SurfaceUses = Object.assign({}, ...features.map((feature) => feature.surfaceUses));
