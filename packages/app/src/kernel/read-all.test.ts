import { expect, it } from 'vitest';
import { type Pages, readAll } from './read-all.ts';

/** Two items a page, after so many reads none any more. */
const pagesOf = (all: readonly number[], read = 2, failsAt = Number.POSITIVE_INFINITY): Pages<number> => ({
  data: all.slice(0, read),
  hasNextPage: read < all.length,
  isError: read > failsAt,
  fetchNextPage: async () => pagesOf(all, read + 2, failsAt),
});

it('all includes the pages that were not read yet, up to the limit, and nothing when one of them fails', async () => {
  expect(await readAll(pagesOf([1, 2, 3, 4, 5]), 100)).toEqual([1, 2, 3, 4, 5]);
  expect(await readAll(pagesOf([1, 2, 3, 4, 5]), 3)).toEqual([1, 2, 3]);
  expect(await readAll(pagesOf([1]), 100)).toEqual([1]);
  expect(await readAll(pagesOf([1, 2, 3, 4, 5], 2, 3), 100)).toBeNull();
});
