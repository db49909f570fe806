import type { InfiniteData } from '@tanstack/react-query';

/** An item of a paged list: equal ids, or uuids where there are none, mean the same item. */
export type Item = { readonly id: number | string } | { readonly uuid: string };
const idOf = (item: Item) => ('id' in item ? item.id : item.uuid);

/** Pages as the server sends them: one row beyond the page size means that there is another page (C-4.48, C-4.49). */
export type Pages<T> = InfiniteData<readonly T[], number>;

/** Whether there is a page after this one. */
export const hasNext = (page: readonly unknown[], size: number): boolean => page.length > size;

/** The items of all pages as one list; new items shift the pages while somebody reads, so duplicates are removed. */
export function joinPages<T extends Item>({ pages }: Pages<T>, size: number): T[] {
  return withoutTwins(pages.flatMap((page) => page.slice(0, size)));
}

const withoutTwins = <T extends Item>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [idOf(item), item])).values(),
];

/**
 * Changes the list that the pages form and splits it into the same number of pages.
 * @returns `isShort`: items of pages not loaded yet have moved up, so the pages have to be refetched
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
