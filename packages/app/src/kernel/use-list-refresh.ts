import type { InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { withNewItems } from './new-items.ts';
import { queries } from './query.ts';

/** How often a list without realtime events looks for new items, ms. */
export const LIST_REFRESH = 30_000;

interface RefreshedList<T, Param> {
  queryKey: readonly unknown[];
  initialPageParam: Param;
  /** Reads the first page. */
  readFirst: () => Promise<readonly T[]>;
  idOf: (item: T) => string | number;
}

/** Looks for new items now and then while the page is seen; they come above the others, which stay as they are (C-4.47). */
export function useListRefresh<T, Param>(list: RefreshedList<T, Param>): void {
  const current = useRef(list);
  current.current = list;
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return;
      const { queryKey, initialPageParam, readFirst, idOf } = current.current;
      // What fails is tried again with the next turn.
      const found = await readFirst().catch(() => []);
      const former = queries.getQueryData<InfiniteData<readonly T[], Param>>(queryKey);
      if (!former) return;
      const pages = withNewItems(former, found, initialPageParam, idOf);
      if (pages) queries.setQueryData(queryKey, pages);
      else await queries.invalidateQueries({ queryKey });
    }, LIST_REFRESH);
    return () => clearInterval(timer);
  }, []);
}
