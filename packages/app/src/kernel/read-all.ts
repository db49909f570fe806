/** A list that is read page by page, with what is read of it so far. */
export interface Pages<T> {
  readonly data: readonly T[] | undefined;
  readonly hasNextPage: boolean;
  readonly isError: boolean;
  fetchNextPage(): Promise<Pages<T>>;
}

/** Reads the pages of a list that are left, up to so many items: who says "all" means what they have not seen too. Null: one could not be read. */
export async function readAll<T>(pages: Pages<T>, most: number): Promise<readonly T[] | null> {
  let read = pages;
  while (read.hasNextPage && (read.data?.length ?? 0) < most) {
    read = await read.fetchNextPage();
    if (read.isError) return null;
  }
  return read.data?.slice(0, most) ?? null;
}
