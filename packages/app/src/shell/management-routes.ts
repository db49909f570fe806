import type { ManagementRoutes } from '../kernel/feature.ts';

const features = Object.values(
  import.meta.glob<ManagementRoutes>('../features/*/management-routes.ts', { eager: true }),
);

/** The management pages of every feature. */
export const managementFeatureRoutes = features.flatMap(({ managementRoutes }) => managementRoutes);
