import { describe, expect, it } from 'vitest';
import type { AppRoute, NavigationKey } from '../kernel/feature.ts';
import { isCurrent, isStartOf, toBarEntries, toEntries } from './navigation.ts';

const route = (path: NavigationKey, order: number): AppRoute => ({
  path,
  handle: { navigation: { key: path, icon: 'news', order, covers: ['/other'] } },
});

it('offers what the routes declare, in their order', () => {
  const routes = [route('more', 9), { path: 'no-entry', handle: {} }, { path: 'bare' }, route('feed', 1)];
  expect(toEntries(routes)).toEqual([
    { key: 'feed', href: '/feed', icon: 'news', covers: ['/other'] },
    { key: 'more', href: '/more', icon: 'news', covers: ['/other'] },
  ]);
});

describe('the bottom bar', () => {
  const entries = toEntries([route('feed', 1), route('timetable', 2), route('more', 9)]);
  const keysOf = (menu: string[] | null) => toBarEntries(entries, menu).map(({ key }) => key);

  it('has the entries that the school has set, in its order, else the usual ones [C-2.86] [C-2.84]', () => {
    expect(keysOf(['more', 'timetable'])).toEqual(['more', 'timetable']);
    expect(keysOf(null)).toEqual(['feed', 'timetable', 'more']);
  });

  it('leaves out unknown entries, and is never empty [C-2.86]', () => {
    expect(keysOf(['lunch', 'more', '__proto__'])).toEqual(['more']);
    expect(keysOf(['lunch'])).toEqual(['feed', 'timetable', 'more']);
    expect(keysOf([])).toEqual(['feed', 'timetable', 'more']);
  });

  it('has the files in place of the chats at a lite school without channels, unless it has set its own [C-2.85]', () => {
    const all = toEntries([route('feed', 1), route('channels', 2), route('more', 9)]);
    const cloud = {
      ...route('cloud', 5),
      handle: { navigation: { key: 'cloud', icon: 'folder', order: 5, onlyIfPlaced: true } },
    };
    const given = [...all, ...toEntries([cloud as AppRoute])];
    const keysAt = (menu_type: string | null, channels: boolean, menu: string[] | null = null) =>
      toBarEntries(given, menu, { menu_type, channels }).map(({ key }) => key);
    expect(keysAt('davinci-lite', false)).toEqual(['feed', 'cloud', 'more']);
    expect(keysAt('davinci-lite', true)).toEqual(['feed', 'channels', 'more']);
    expect(keysAt(null, false)).toEqual(['feed', 'channels', 'more']);
    expect(keysAt('davinci-lite', false, ['more', 'channels'])).toEqual(['more', 'channels']);
  });

  it('has four entries at most [C-2.87]', () => {
    expect(toBarEntries(toEntries([5, 4, 3, 2, 1].map((order) => route('feed', order))), null)).toHaveLength(4);
    expect(keysOf(['feed', 'more', 'timetable', 'feed', 'more'])).toHaveLength(4);
  });
});

it('knows the area on screen', () => {
  const at = (pathname: string) => isCurrent({ key: 'more', href: '/more', covers: ['/management'] }, pathname);
  expect(['/more', '/more/administration', '/management/x', '/moreover', '/feed'].map(at)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('an entry is the current one on pages of its group, wherever they lie [C-2.58]', () => {
  const plan = { key: 'timetable', href: '/timetable' } as const;
  const at = (pathname: string, group?: 'calendar' | 'timetable') => isCurrent(plan, pathname, group);
  expect([at('/no-timetable'), at('/no-timetable', 'timetable'), at('/no-timetable', 'calendar')]).toEqual([
    false,
    true,
    false,
  ]);
});

it('signing in and the authenticator each begin at a page that is left behind [C-2.95]', () => {
  for (const path of ['/login', '/amsel/login', '/authenticator/start']) expect(isStartOf(path), path).toBe(true);
  for (const path of ['/login/add/user', '/authenticator/add', '/authenticator', '/feed', '/a/b/login'])
    expect(isStartOf(path), path).toBe(false);
});
