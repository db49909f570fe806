import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ONBOARDING_PAGES } from '@kreide/core/features/onboarding';
import { PERMISSIONS, type Permission, PRODUCT } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import german from '../../../../locales/de/shell.json' with { type: 'json' };
import type { AppRoute } from '../kernel/feature.ts';
import { isFor } from './is-for.ts';
import { toBarEntries, toEntries } from './navigation.ts';

const ROOT = join(import.meta.dirname, '..');

interface Place {
  /** From the root of the app: `/timetable/:entity/:id`. */
  path: string;
  route: AppRoute;
}

/** Every route with its full path. */
function toPlaces(routes: readonly AppRoute[], above = ''): Place[] {
  return routes.flatMap((route) => {
    const path = `${above}/${route.path ?? ''}`.replace(/\/+/g, '/');
    return [{ path, route }, ...toPlaces(route.children ?? [], path)];
  });
}

/**
 * The addresses that a source file links to: text that begins with a slash, with `*` for interpolated values;
 * comparisons do not count.
 */
function toAddresses(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const texts = code.matchAll(/(?<!===? |startsWith\(|import\()(?:'(\/[\w/.-]*)'|"(\/[\w/.-]*)"|`(\/[^`\s]*)`)/g);
  return [...texts].map(([, one, other, template]) =>
    (one ?? other ?? template ?? '')
      .replaceAll('${PRODUCT}', PRODUCT)
      .replace(/\$\{[^}]*\}/g, '*')
      .replace(/[?#].*$/, ''),
  );
}

/** Whether the address leads to the route. An interpolated value matches only a path parameter. */
function leadsTo(address: string, path: string): boolean {
  const given = address.split('/').filter(Boolean);
  const wanted = path.split('/').filter(Boolean);
  const needed = wanted.filter((part) => !part.endsWith('?')).length;
  return (
    given.length >= needed &&
    given.length <= wanted.length &&
    given.every((part, index) => (wanted[index]?.startsWith(':') ? part === '*' : part === wanted[index]))
  );
}

/** Screens without an entry of navigation, administration or menu, a link, or a declared reason for having none. */
function lostScreens(places: readonly Place[], addresses: readonly string[]): string[] {
  return places
    .filter(({ path, route: { handle = {}, children, lazy } }) => {
      // A frame is reached through its pages.
      const isFrame = !lazy || (children !== undefined && !handle.headerText);
      const isListed = handle.navigation || handle.administration || handle.menu || handle.entry;
      return !isFrame && !isListed && !addresses.some((address) => leadsTo(address, path));
    })
    .map(({ path }) => path);
}

let places: Place[];
let entries: ReturnType<typeof toEntries>;

beforeAll(async () => {
  // What the session module needs from a browser when it is loaded.
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null });
  const { protectedRoutes, publicRoutes, fallbackRoutes } = await import('./shell-routes.ts');
  const { MANAGEMENT, OWN } = await import('./frames.ts');
  const { screenFeatureRoutes } = await import('./feature-routes.ts');
  const { managementFeatureRoutes } = await import('./management-routes.ts');
  const { areaPages } = await import('./area-pages.ts');
  const { latePages } = await import('./late-routes.ts');
  const late = [...latePages.values()].flat();
  const joined = protectedRoutes.map((route) =>
    route.id === MANAGEMENT ? { ...route, children: managementFeatureRoutes } : route,
  );
  places = toPlaces([
    ...joined,
    ...(areaPages.get(OWN) ?? []),
    ...late,
    ...publicRoutes,
    ...fallbackRoutes,
    ...screenFeatureRoutes,
  ]);
  entries = toEntries(protectedRoutes);
});
afterAll(() => vi.unstubAllGlobals());

describe('the screens', () => {
  it('can each be reached: from the navigation, the administration, a link, or from outside as their route says', () => {
    const files = globSync('{features,shell,kernel,ui}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (file) => !/\.test\.tsx?$|routes\.tsx?$/.test(file),
    );
    const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
    // The steps of setting up a school are linked by their list.
    const named = sources.flatMap((source) => [...source.matchAll(/toOnboarding\([\w.]+, '([^']+)'\)/g)]);
    const steps = [...named.map(([, page]) => page), ...ONBOARDING_PAGES.map(({ page }) => page)];
    const addresses = [...sources.flatMap(toAddresses), ...steps.map((page) => `/onboarding/*/${page}`)];
    expect(places.length).toBeGreaterThan(15);
    expect(lostScreens(places, addresses)).toEqual([]);
  });

  it('stand in the bar in this order: feed, timetable, channels, more, with calendar, files and settings before more where a school places them, each with a word [C-2.84] [C-2.72]', () => {
    expect(entries.map(({ key }) => key)).toEqual([
      'feed',
      'timetable',
      'channels',
      'calendar',
      'cloud',
      'settings',
      'more',
    ]);
    expect(Object.keys(german.navigation).toSorted()).toEqual(
      ['label', 'unread', ...entries.map(({ key }) => key)].toSorted(),
    );
  });
});

it('whoever holds all permissions reaches each area of the product from the bar or the menu [P-1.02]', async () => {
  const { toMenu } = await import('./menu.ts');
  const { protectedRoutes } = await import('./shell-routes.ts');
  const { managementFeatureRoutes } = await import('./management-routes.ts');
  const { latePages } = await import('./late-routes.ts');
  const self = {
    type: 'ADMIN',
    permissions: [...PERMISSIONS],
    has_partner_offers: false,
    school: { uuid: 'u', meta: { footer_menu: null }, properties: { menu_type: null, channels: true } },
  } as unknown as Parameters<typeof toMenu>[2];
  const menu = toMenu([...protectedRoutes, ...[...latePages.values()].flat()], managementFeatureRoutes, self);
  const bar = toBarEntries(entries, null, { menu_type: null, channels: true });
  const reached = [...menu, ...bar].map(({ href }) => href);
  for (const area of [
    '/feed',
    '/channels',
    '/timetable',
    '/classbooks',
    '/cloud',
    '/calendar',
    '/sicknotes',
    '/help',
    '/more/administration',
  ])
    expect(reached, area).toContainEqual(expect.stringMatching(new RegExp(`^${area}(/|$)`)));
});

it('each right to make something offers that alone, in the middle of the bar; without any there is nothing [C-2.88]', async () => {
  const { creations } = await import('./feature-routes.ts');
  const offered = (...permissions: Permission[]) =>
    creations.filter(({ needs }) => isFor(needs, { permissions })).map(({ key }) => key);
  expect(offered('create-news')).toEqual(['news']);
  expect(offered('create-events')).toEqual(['event']);
  expect(offered('view-sick-notes')).toEqual(['sickNote']);
  for (const one of ['create-conversation', 'create-channel'] as const) expect(offered(one), one).toEqual(['channel']);
  expect(offered()).toEqual([]);
});

it('no banner tells of maintenance: neither a feature nor the frame has one, nor a text for it [C-2.130]', async () => {
  const { featureBanners } = await import('./feature-routes.ts');
  const files = globSync('{features,shell,kernel,ui}/**/*Banner*.tsx', { cwd: ROOT });
  const texts = JSON.stringify(german);
  expect(featureBanners.length).toBeGreaterThan(3);
  expect(files.length).toBeGreaterThan(3);
  for (const name of [...featureBanners.map(({ key }) => key), ...files]) expect(name).not.toMatch(/maintenance/i);
  expect(texts).not.toMatch(/maintenance|Wartung/i);
});

it('a screen that nothing leads to is seen', () => {
  const lazy = async () => ({});
  const routes: AppRoute[] = [
    { path: 'grades/:id', lazy },
    { path: 'grades/:id/edit', lazy },
    { path: 'teachers/:id?', lazy },
    { path: 'commented', lazy },
    { path: 'compared', lazy },
    { path: 'mailed', lazy, handle: { entry: 'outside' } },
    { path: 'frame', lazy, children: [{ path: 'page', lazy }] },
  ];
  const source = [
    "// href: '/commented'",
    "if (path === '/compared') return;",
    `return <Link to={\`/grades/\${id}?from=\${here}\`} href="/teachers" />;`,
  ];
  expect(lostScreens(toPlaces(routes), toAddresses(source.join('\n')))).toEqual([
    '/grades/:id/edit',
    '/commented',
    '/compared',
    '/frame/page',
  ]);
});
