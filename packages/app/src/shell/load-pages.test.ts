import { expect, it } from 'vitest';
import { routesBehind } from './load-pages.ts';

it('knows the pages behind the navigation with their dialogs, the first one that they cover, and no other', () => {
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
