import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';

/**
 * Pages join when one of them is first wanted: the management's and those of setting up a school, which most people never open, and those that have no page among
 * `routes`, those of every visit.
 */
export function joinPages(routes: RouteObject[]): PatchRoutesOnNavigationFunction {
  const joined = new Set<ReadonlyMap<string, RouteObject[]>>();
  // The router hands over what answers for the beginning of a path alone: the list of the settings for one of their pages.
  const isLate = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path === '*';
  return async ({ path, patch, signal }) => {
    const join = (pages: ReadonlyMap<string, RouteObject[]>) => {
      if (signal.aborted || joined.has(pages)) return;
      joined.add(pages);
      for (const [id, pagesOfOne] of pages) patch(id, pagesOfOne);
    };
    if (/^\/(management|onboarding)\//.test(path)) join((await import('./area-pages.ts')).areaPages);
    else if (isLate(path)) join((await import('./late-routes.ts')).latePages);
  };
}
