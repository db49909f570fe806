import type { FeatureRoutes, SurfaceUses } from '../kernel/feature.ts';

const features = Object.values(import.meta.glob<FeatureRoutes>('../features/*/routes.tsx', { eager: true }));

/** The routes of every existing feature, in one table (P-2.101). */
export const featureRoutes = features.flatMap(({ routes }) => routes ?? []);

/** Every feature's pages that need no session. */
export const publicFeatureRoutes = features.flatMap(({ publicRoutes }) => publicRoutes ?? []);

/** Every feature's pages for who is signed in and who is not. */
export const sharedFeatureRoutes = features.flatMap(({ sharedRoutes }) => sharedRoutes ?? []);

/** Every feature's pages that fill the screen. */
export const screenFeatureRoutes = features.flatMap(({ screenRoutes }) => screenRoutes ?? []);

/** Buttons that features add to the header. */
export const headerActions = features
  .flatMap((feature) => feature.headerActions ?? [])
  .toSorted((one, other) => one.order - other.order);

/** Banners that features show above every page. */
export const featureBanners = features.flatMap(({ banners }) => banners ?? []);

/** Frames round pages of several features. */
export const pageFrames = features.flatMap(({ frames }) => frames ?? []);

/** What can be made from everywhere. */
export const creations = features
  .flatMap((feature) => feature.creations ?? [])
  .toSorted((one, other) => one.order - other.order);

/** The features' parts of the school settings. */
export const surfaceUses: SurfaceUses = Object.assign({}, ...features.map((feature) => feature.surfaceUses));
