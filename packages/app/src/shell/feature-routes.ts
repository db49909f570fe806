import type { RouteObject } from 'react-router';

/**
 * What a feature's `routes.tsx` exports: `routes`, whose screens load on demand (`lazy`). A route's `handle` may carry `headerText`,
 * the text key of its title with the namespace in front (C-2.59).
 */
export interface FeatureRoutes {
  routes: RouteObject[];
  /** Pages below `/management/:schoolUuid`, behind its guard; a `handle` with `administration` lists them (P-2.78). */
  managementRoutes?: RouteObject[];
  /** Pages that need no session. */
  publicRoutes?: RouteObject[];
  /** Pages that need no session and fill the screen, without the frame of the other pages. */
  screenRoutes?: RouteObject[];
}

const modules = import.meta.glob<FeatureRoutes>('../features/*/routes.tsx', { eager: true });

/** The routes of every feature that exists, in one table (P-2.101). */
export const featureRoutes: RouteObject[] = Object.values(modules).flatMap((module) => module.routes);

/** The management pages of every feature. */
export const managementFeatureRoutes: RouteObject[] = Object.values(modules).flatMap(
  (module) => module.managementRoutes ?? [],
);

/** The pages of every feature that need no session. */
export const publicFeatureRoutes: RouteObject[] = Object.values(modules).flatMap((module) => module.publicRoutes ?? []);

/** The pages of every feature that fill the screen. */
export const screenFeatureRoutes: RouteObject[] = Object.values(modules).flatMap((module) => module.screenRoutes ?? []);
