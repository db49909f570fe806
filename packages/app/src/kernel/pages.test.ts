import { describe, expect, it } from 'vitest';
import { changePages, joinPages, type Pages } from './pages.ts';

const SIZE = 3;
const toRows = (...ids: number[]) => ids.map((id) => ({ id }));
const toPages = (...pages: number[][]): Pages<{ id: number }> => ({
  pages: pages.map((ids) => toRows(...ids)),
  pageParams: pages.map((_, index) => index + 1),
});

it('makes one list of the pages, without the row that only opens the next one and with nothing twice [C-4.48] [C-4.49]', () => {
  expect(joinPages(toPages([1, 2, 3, 4], [4, 5, 6, 7]), SIZE)).toEqual(toRows(1, 2, 3, 4, 5, 6));
  expect(joinPages(toPages([1, 2, 3, 4], [3, 4, 5]), SIZE)).toEqual(toRows(1, 2, 3, 4, 5));
  expect(joinPages(toPages([]), SIZE)).toEqual([]);
});

describe('a change of a list that is read page by page', () => {
  const twoOfThree = toPages([1, 2, 3, 4], [4, 5, 6, 7]);

  it('moves the items over the pages as a fresh read would', () => {
    const { pages, isShort } = changePages(twoOfThree, SIZE, (items) => [{ id: 9 }, ...items]);
    expect(pages).toEqual(toPages([9, 1, 2, 3], [3, 4, 5, 6]));
    expect(isShort).toBe(false);
  });

  it('says when a page that was not read has to fill the gap', () => {
    const { pages, isShort } = changePages(twoOfThree, SIZE, (items) => items.filter(({ id }) => id !== 2));
    expect(pages).toEqual(toPages([1, 3, 4, 5], [5, 6, 7]));
    expect(isShort).toBe(true);
  });

  it('needs no other page when all have been read', () => {
    const { pages, isShort } = changePages(toPages([1, 2, 3, 4], [4, 5]), SIZE, (items) => items.slice(1));
    expect(pages).toEqual(toPages([2, 3, 4, 5], [5]));
    expect(isShort).toBe(false);
  });

  it('opens a page when the last one overflows', () => {
    expect(changePages(toPages([1, 2, 3]), SIZE, (items) => [...items, { id: 4 }]).pages).toEqual(
      toPages([1, 2, 3, 4]),
    );
  });
});
