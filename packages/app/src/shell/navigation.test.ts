import { expect, it } from 'vitest';
import { isCurrent, toEntries } from './navigation.ts';

it('offers feed, timetable, chats and more in this order, and only pages that exist [C-2.84] [C-2.87]', () => {
  const all = ['more', '/channels/:uuid', 'timetable/:entity/:id', 'feed'].map((path) => ({ path }));
  expect(toEntries(all).map((entry) => entry.key)).toEqual(['feed', 'timetable', 'chats', 'more']);
  expect(toEntries([{ path: '/feed' }, { path: '/more' }]).map((entry) => entry.key)).toEqual(['feed', 'more']);
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
