import { generatePath, matchRoutes } from 'react-router';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppRoute } from '../kernel/feature.ts';
import { toParent } from './parent-page.ts';

const below = (base: string, routes: readonly AppRoute[]) =>
  routes.map((route) => ({ ...route, path: `${base}${route.path}` }));
let pages: AppRoute[];

// What the session module needs from a browser when it is loaded.
beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null });
  const { protectedRoutes } = await import('./shell-routes.ts');
  const { allFeatureRoutes } = await import('./late-routes.ts');
  const { managementFeatureRoutes } = await import('./management-routes.ts');
  pages = [
    ...protectedRoutes.flatMap((route) => (route.path ? [route] : (route.children ?? []))),
    ...allFeatureRoutes,
    ...below('management/:schoolUuid/', managementFeatureRoutes),
  ];
});
afterAll(() => vi.unstubAllGlobals());

/** With an id for every parameter. */
const addressOf = (path = '') => `/${path}`.replaceAll(/:(\w+)\??/g, '5').replace('/*', '');
const parentOf = (route: AppRoute, footerMenu: readonly string[] | null = null) => {
  const pathname = addressOf(route.path);
  const params = Object.fromEntries([...(route.path ?? '').matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '5']));
  return toParent({ handle: route.handle ?? {}, params, pathname }, footerMenu);
};

it('every page has a page above it, except for those of the navigation and those that draw their way back', () => {
  expect(pages.length).toBeGreaterThan(80);
  const without = pages.filter(
    ({ handle = {}, ...route }) =>
      handle.headerText !== undefined &&
      handle.entry !== 'passage' &&
      !handle.navigation &&
      !handle.ownWayBack &&
      parentOf({ handle, ...route }) === null,
  );
  expect(without.map(({ path }) => path)).toEqual([]);
  const own = pages.filter(({ handle }) => handle?.ownWayBack).map(({ path }) => path);
  expect([...new Set(own)].toSorted()).toEqual([
    'channels/:id/chat?',
    'no-timetable/:id?/:entity?',
    'settings/fill-user-details',
    'timetable/:entity/:id',
  ]);
});

it('the page above is a page, and never the one on screen', () => {
  const routes = pages.map(({ path, handle }) => ({ path: `/${path}`, handle }));
  for (const page of pages) {
    const parent = parentOf(page);
    if (!parent) continue;
    expect(matchRoutes(routes, parent.href), `${page.path} → ${parent.href}`).not.toBeNull();
    expect(parent.href, page.path).not.toBe(addressOf(page.path));
  }
});

it('goes up by what one sees: to the list of an item, the administration, the settings, the menu', () => {
  const at = (path: string) => parentOf(pages.find((page) => page.path === path) as AppRoute);
  expect(at('users/:id')).toEqual({ href: '/users', isBeside: false });
  expect(at('management/:schoolUuid/roles/:roleId')?.href).toBe(
    generatePath('/management/:schoolUuid/roles', { schoolUuid: '5' }),
  );
  expect(at('management/:schoolUuid/retention')?.href).toBe('/more/administration');
  expect(at('settings/:id/family')).toEqual({ href: '/settings', isBeside: true });
  expect(at('users')?.href).toBe('/more');
  expect(at('feed')).toBeNull();
});

it('an entry that stands in the menu has the way back to it, until the school places it in the bar', () => {
  const settings = pages.find((page) => page.path === 'settings') as AppRoute;
  expect(parentOf(settings)?.href).toBe('/more');
  expect(parentOf(settings, ['settings'])).toBeNull();
});
