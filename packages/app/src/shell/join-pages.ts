import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { MANAGEMENT, PUBLIC } from './frames.ts';

/**
 * Pages join when one of them is first wanted: the management's, which most people never open, and those that have no page among
 * `routes`, those of every visit.
 */
export function joinPages(routes: RouteObject[]): PatchRoutesOnNavigationFunction {
  const joined = new Set<string>();
  // The router hands over what answers for the beginning of a path alone: the list of the settings for one of their pages.
  const isLate = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path === '*';
  return async ({ path, patch, signal }) => {
    const join = (pages: ReadonlyMap<string, RouteObject[]>) => {
      if (signal.aborted) return;
      for (const [id, pagesOfOne] of pages) {
        if (!joined.has(id)) patch(id, pagesOfOne);
        joined.add(id);
      }
    };
    if (path.startsWith(`/${MANAGEMENT}/`)) {
      if (!joined.has(MANAGEMENT))
        join(new Map([[MANAGEMENT, (await import('./management-routes.ts')).managementFeatureRoutes]]));
    } else if (!joined.has(PUBLIC) && isLate(path)) {
      join((await import('./late-routes.ts')).latePages);
    }
  };
}
