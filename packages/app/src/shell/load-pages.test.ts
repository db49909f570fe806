import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// What the session module needs from a browser when it is loaded.
beforeAll(() => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null });
});
afterAll(() => vi.unstubAllGlobals());

it('knows the pages behind the navigation with their dialogs, the first one that they cover, and no other', async () => {
  const { routesBehind } = await import('./load-pages.ts');
  const routes = [
    { path: 'feed' },
    { path: 'timetable/:entity/:id', children: [{ path: 'lesson/:lessonId' }] },
    { path: 'news' },
    { path: 'news/create' },
    { path: 'management/:schoolUuid' },
  ];
  const entries = (['feed', 'timetable'] as const).map((key) => ({
    key,
    href: `/${key}`,
    icon: 'news' as const,
    covers: key === 'feed' ? ['/news'] : [],
  }));
  expect(routesBehind(routes, entries).map(({ path }) => path)).toEqual([
    'feed',
    'timetable/:entity/:id',
    'lesson/:lessonId',
    'news',
  ]);
});
