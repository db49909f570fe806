import { expect, it } from 'vitest';
import type { AppRoute, NavigationKey } from '../kernel/feature.ts';
import { isCurrent, toEntries } from './navigation.ts';

const route = (path: NavigationKey, order: number): AppRoute => ({
  path,
  handle: { navigation: { key: path, icon: 'news', order, covers: ['/other'] } },
});

it('offers what the routes declare, in their order, at most four [C-2.87]', () => {
  const routes = [route('more', 9), { path: 'no-entry', handle: {} }, { path: 'bare' }, route('feed', 1)];
  expect(toEntries(routes)).toEqual([
    { key: 'feed', href: '/feed', icon: 'news', covers: ['/other'] },
    { key: 'more', href: '/more', icon: 'news', covers: ['/other'] },
  ]);
  expect(toEntries([5, 4, 3, 2, 1].map((order) => route('feed', order)))).toHaveLength(4);
});

it('knows the area on screen', () => {
  const at = (pathname: string) => isCurrent({ href: '/more', covers: ['/management'] }, pathname);
  expect(['/more', '/more/administration', '/management/x', '/moreover', '/feed'].map(at)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
