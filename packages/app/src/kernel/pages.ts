import type { InfiniteData } from '@tanstack/react-query';

/** What a list that is read page by page holds: an id tells which items are the same one. */
export interface Item {
  readonly id: number | string;
}

/** Pages as the server answers them: a row beyond the page size says that there is another page (C-4.48, C-4.49). */
export type Pages<T> = InfiniteData<readonly T[], number>;

/** Is there a page after this one? */
export const hasNext = (page: readonly unknown[], size: number): boolean => page.length > size;

/** The items of all pages in one list; a newer item moves the pages while somebody reads, so none is shown twice. */
export function joinPages<T extends Item>({ pages }: Pages<T>, size: number): T[] {
  return withoutTwins(pages.flatMap((page) => page.slice(0, size)));
}

const withoutTwins = <T extends Item>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/**
 * Changes the one list that the pages make up and cuts it into as many pages again.
 * @returns `isShort`: items of pages not read yet have moved up, so the pages have to be asked for again
 */
export function changePages<T extends Item>(
  former: Pages<T>,
  size: number,
  change: (items: T[]) => readonly T[],
): { pages: Pages<T>; isShort: boolean } {
  const last = former.pages.at(-1) ?? [];
  const items = change(withoutTwins([...joinPages(former, size), ...last.slice(size)]));
  const pages = former.pages.map((_, index) => items.slice(index * size, (index + 1) * size + 1));
  return { pages: { ...former, pages }, isShort: hasNext(last, size) && !hasNext(pages.at(-1) ?? [], size) };
}
