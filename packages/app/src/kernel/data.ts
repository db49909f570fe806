import type { CallOptions } from '@kreide/core/client';
import type { ApiError, ArgsOf, EndpointDeclaration } from '@kreide/core/kernel';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { type EndpointKey, keyOf, pageSizeOf, pagesKeyOf, type SomeArgs } from './keys.ts';
import { changePages, hasNext, type Item, joinPages, type Pages } from './pages.ts';
import { queries } from './query.ts';
import { call, type DataOf } from './reading.ts';

// Reading is a module of its own: the first load includes it and none of the code for changes.
export { type DataOf, queryOf } from './reading.ts';

type ItemOf<D extends EndpointDeclaration> = DataOf<D> extends readonly (infer One extends Item)[] ? One : never;

/** Reads a list page by page, for `useInfiniteQuery`; `data` is one list of all pages read so far. */
export function infiniteQueryOf<D extends EndpointDeclaration>(endpoint: D, args: ArgsOf<D>, pageSize: number) {
  return infiniteQueryOptions<readonly ItemOf<D>[], ApiError, ItemOf<D>[], EndpointKey, number>({
    queryKey: pagesKeyOf(endpoint, args, pageSize),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(args.query as object | undefined), page: String(pageParam) };
      return call(endpoint, { ...args, query }, { signal, retries: 1 }) as Promise<ItemOf<D>[]>;
    },
    getNextPageParam: (page, _, number) => (hasNext(page, pageSize) ? number + 1 : undefined),
    select: (pages) => joinPages(pages, pageSize),
  });
}

/** The answers before an optimistic update. */
type Former = readonly (readonly [EndpointKey, unknown])[];

interface MutationOptions<D extends EndpointDeclaration> extends Omit<CallOptions, 'signal' | 'etag'> {
  /** Endpoints whose answers show what is changed: they are refetched once it has settled. */
  touches?: readonly EndpointDeclaration[];
  /** Updates the cache before the server has answered, with `updateQueries`; rolled back on failure. */
  echo?: (args: ArgsOf<D>) => void;
}

/** A mutation, for `useMutation`; its variables are the arguments of the call. */
export function mutationOf<D extends EndpointDeclaration>(
  endpoint: D,
  { touches = [], echo, ...options }: MutationOptions<D> = {},
) {
  const mutationKey = keyOf(endpoint);
  return mutationOptions<DataOf<D>, ApiError, ArgsOf<D>, Former>({
    mutationKey,
    mutationFn: (args) => call(endpoint, args, options),
    onMutate: async (args) => {
      if (!echo) return [];
      await cancelQueries(touches);
      const former = touches.flatMap((one) => queries.getQueriesData({ queryKey: keyOf(one) })) as unknown as Former;
      echo(args);
      return former;
    },
    onError: (_, __, former = []) => {
      for (const [queryKey, data] of former) queries.setQueryData(queryKey, data);
    },
    onSettled: async () => {
      // A refetch while another change is pending would overwrite that one's optimistic update.
      if (queries.isMutating({ mutationKey }) > 1) return;
      await Promise.all(touches.map((one) => invalidateQueries(one)));
    },
  });
}

async function cancelQueries(endpoints: readonly EndpointDeclaration[]): Promise<void> {
  await Promise.all(endpoints.map((one) => queries.cancelQueries({ queryKey: keyOf(one) })));
}

/** Refetches the answers of an endpoint: those on screen now, the others when they are shown next. */
export function invalidateQueries<D extends EndpointDeclaration>(endpoint: D, args?: SomeArgs<D>): Promise<void> {
  return queries.invalidateQueries({ queryKey: keyOf(endpoint, args) });
}

/** Caches an answer from elsewhere, such as that of a mutation; a pending read may be older and is cancelled. */
export async function writeQuery<D extends EndpointDeclaration>(
  endpoint: D,
  args: ArgsOf<D>,
  data: DataOf<D>,
): Promise<void> {
  const queryKey = keyOf(endpoint, args);
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, data);
}

/**
 * Applies a change, such as a realtime event or an optimistic update, to every cached answer of an endpoint, with the
 * feature's state function. A paged list is changed as one list.
 */
export function updateQueries<D extends EndpointDeclaration>(
  endpoint: D,
  change: (data: DataOf<D>) => DataOf<D>,
  args?: SomeArgs<D>,
): void {
  for (const [queryKey, data] of queries.getQueriesData({ queryKey: keyOf(endpoint, args) })) {
    if (data === undefined) continue;
    const pageSize = pageSizeOf(queryKey);
    if (pageSize === null) {
      queries.setQueryData(queryKey, change(data as DataOf<D>));
      continue;
    }
    const changeItems = (items: Item[]) => change(items as unknown as DataOf<D>) as unknown as Item[];
    const { pages, isShort } = changePages(data as Pages<Item>, pageSize, changeItems);
    queries.setQueryData(queryKey, pages);
    if (isShort) void queries.invalidateQueries({ queryKey, exact: true });
  }
}
