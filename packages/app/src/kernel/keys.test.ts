import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newsApi } from '@kreide/core/features/news';
import { timetableApi } from '@kreide/core/features/timetable';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keyOf, pageSizeOf, pagesKeyOf } from './keys.ts';

it('finds the answers of an endpoint by all, some or none of the arguments', () => {
  const cache = new QueryClient();
  const week = { begins_at: '2026-11-16', ends_at: '2026-11-22' };
  for (const id of ['5', '6']) {
    cache.setQueryData(keyOf(timetableApi.get, { params: { entity: 'users', id }, query: week }), id);
  }
  cache.setQueryData(keyOf(timetableApi.search, { query: { keyword: '5' } }), 'hits');
  const found = (queryKey: readonly unknown[]) => cache.getQueriesData({ queryKey }).map(([, data]) => data);
  expect(found(keyOf(timetableApi.get))).toEqual(['5', '6']);
  expect(found(keyOf(timetableApi.get, { params: { id: '6' } }))).toEqual(['6']);
  expect(found(keyOf(timetableApi.get, { query: { ends_at: '2026-11-23' } }))).toEqual([]);
  expect(found(keyOf(timetableApi.search))).toEqual(['hits']);
});

it('keeps lists that are read page by page apart from those read whole, under the same endpoint', () => {
  const args = { params: { id: 'self' as const } };
  const cache = new QueryClient();
  cache.setQueryData(pagesKeyOf(newsApi.feed, args, 20), 'pages');
  cache.setQueryData(keyOf(newsApi.feed, args), 'whole');
  expect(cache.getQueryData(keyOf(newsApi.feed, args))).toBe('whole');
  expect(cache.getQueriesData({ queryKey: keyOf(newsApi.feed) }).map(([key]) => pageSizeOf(key))).toEqual([20, null]);
});

it('is where every key comes from: none is written by hand outside the kernel', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('{features,shell,ui}/**/*.{ts,tsx}', { cwd: root });
  const handMade = files.filter((file) =>
    /(query|mutation)Key\b\s*[:=](?!\s*keyOf\()|QueryData(<\w+>)?\(\s*\[/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(handMade).toEqual([]);
});
