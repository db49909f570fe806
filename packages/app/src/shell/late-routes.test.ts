import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppRoute } from '../kernel/feature.ts';

/** Full paths, without those of frames. */
const toPaths = (routes: readonly AppRoute[], above = ''): string[] =>
  routes.flatMap(({ path = '', children = [] }) => {
    const full = `${above}/${path}`.replace(/\/+/g, '/');
    return children.length > 0 ? [full, ...toPaths(children, full)] : [full];
  });

/** An address for every choice of optional parts: `/a/:b?` is `/a` and `/a/some`. */
function toAddresses(path: string): string[] {
  const [part, ...rest] = path.split('/').filter(Boolean);
  if (part === undefined) return [''];
  const written = part.startsWith(':') || part === '*' ? 'some' : part;
  const tails = toAddresses(rest.join('/'));
  return [...tails.map((tail) => `/${written}${tail}`), ...(part.endsWith('?') ? tails : [])];
}

let early: RouteObject[];
let late: AppRoute[];
let pages: ReadonlyMap<string, AppRoute[]>;

beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null });
  const { fallbackRoutes, protectedRoutes, publicRoutes } = await import('./shell-routes.ts');
  const { screenFeatureRoutes } = await import('./feature-routes.ts');
  pages = (await import('./late-routes.ts')).latePages;
  early = [...publicRoutes, ...screenFeatureRoutes, ...protectedRoutes, ...fallbackRoutes] as RouteObject[];
  late = [...pages.values()].flat();
});
afterAll(() => vi.unstubAllGlobals());

it('no page of every visit answers for a late one, which would never join then', () => {
  const addresses = toPaths(late).flatMap(toAddresses);
  expect(addresses.length).toBeGreaterThan(50);
  const hidden = addresses.filter((address) => matchRoutes(early, address)?.at(-1)?.route.path !== '*');
  expect(hidden).toEqual([]);
});

it('late pages join for every one of their addresses, and for none that has a page without them', async () => {
  const { joinPages } = await import('./join-pages.ts');
  const isJoinedFor = async (path: string) => {
    const joined: string[] = [];
    await joinPages(early)({
      path,
      matches: [],
      patch: (id: string | null) => joined.push(id ?? ''),
      signal: new AbortController().signal,
    } as unknown as Parameters<PatchRoutesOnNavigationFunction>[0]);
    return joined.length === pages.size;
  };
  const listOf = async (addresses: string[], isJoined: boolean) => {
    const answers = await Promise.all(addresses.map(isJoinedFor));
    return addresses.filter((_, index) => answers[index] !== isJoined);
  };
  expect(await listOf(toPaths(late).flatMap(toAddresses), true)).toEqual([]);
  expect(await listOf(['/', '/settings', '/timetable', '/timetable/classes/7', '/feed'], false)).toEqual([]);
});

it('late pages lie in the frame that covers them: those of the settings beside their list', () => {
  const inFrame = [...pages].find(([id]) => id.startsWith('frame-'))?.[1] ?? [];
  const paths = inFrame.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['settings/:id', 'release-notes', 'settings/security/:id']));
  expect(paths).not.toContain('settings/fill-user-details');
  expect(paths).not.toContain('users/:id');
});
