import type { CallOptions } from '@kreide/core/client';
import type { ApiError, ArgsOf, EndpointDeclaration } from '@kreide/core/kernel';
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryMeta,
  type MutationOptions as QueryMutationOptions,
} from '@tanstack/react-query';
import { sessionStore } from './client.ts';
import { type EndpointKey, keyOf, pageSizeOf, pagesKeyOf, type SomeArgs } from './keys.ts';
import { outbox, type QueueOptions, type SentOrWaiting } from './outbox.ts';
import { changePages, hasNext, type Item, joinPages, type Pages } from './pages.ts';
import { queries } from './query.ts';
import { call, type DataOf } from './reading.ts';

// Reading is a module of its own: the first load includes it and none of the code for changes.
export { type DataOf, queryOf } from './reading.ts';

type ItemOf<D extends EndpointDeclaration> = DataOf<D> extends readonly (infer One extends Item)[] ? One : never;

/** Reads a list page by page, for `useInfiniteQuery`; `data` is one list of all pages read so far. */
export function infiniteQueryOf<D extends EndpointDeclaration>(
  endpoint: D,
  args: ArgsOf<D>,
  pageSize: number,
  options: { meta?: QueryMeta } = {},
) {
  return infiniteQueryOptions<readonly ItemOf<D>[], ApiError, ItemOf<D>[], EndpointKey, number>({
    ...options,
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

interface Effects<D extends EndpointDeclaration> {
  /** Endpoints whose answers show the changed data: they are refetched once the change has settled. */
  touches?: readonly EndpointDeclaration[];
  /** Updates the cache before the server has answered, with `updateQueries`; rolled back on failure. */
  echo?: (args: ArgsOf<D>) => void;
}

interface MutationOptions<D extends EndpointDeclaration> extends Effects<D>, Omit<CallOptions, 'signal' | 'etag'> {}

/** A mutation, for `useMutation`; its variables are the arguments of the call. */
export function mutationOf<D extends EndpointDeclaration>(
  endpoint: D,
  { touches = [], echo, ...options }: MutationOptions<D> = {},
) {
  return mutationOptions<DataOf<D>, ApiError, ArgsOf<D>, Former>({
    mutationFn: (args) => asOne(() => call(endpoint, args, options)),
    ...effectsOf(endpoint, { touches, echo }),
  });
}

interface QueuedOptions<D extends EndpointDeclaration> extends Effects<D>, Omit<QueueOptions, 'touches' | 'about'> {
  /** What the change does, in words: shown while it waits. */
  about: (args: ArgsOf<D>) => string;
}

/** A mutation that waits on the device while the server is out of reach; its result is then null (D-6.07). */
export function queuedMutationOf<D extends EndpointDeclaration>(
  endpoint: D,
  { touches = [], echo, about, ...options }: QueuedOptions<D>,
) {
  return mutationOptions<SentOrWaiting<DataOf<D>>, ApiError, ArgsOf<D>, Former>({
    mutationFn: (args) => asOne(() => outbox.send(endpoint, args, { ...options, touches, about: about(args) })),
    ...effectsOf(endpoint, { touches, echo }),
  });
}

/** Makes a change outside of a component, with all that follows from it, as `useMutation` would. */
export function runMutation<Answer, Args>(options: MutationOptionsOf<Answer, Args>, args: Args): Promise<Answer> {
  return queries.getMutationCache().build(queries, options).execute(args);
}
type MutationOptionsOf<Answer, Args> = QueryMutationOptions<Answer, ApiError, Args, Former>;

/**
 * The answer to a change that one account has made does not reach the caches of another that was selected meanwhile:
 * nothing follows it then, as the screen that waited for it is gone.
 */
async function asOne<T>(change: () => Promise<T>): Promise<T> {
  const owner = sessionStore.get()?.uuid;
  const isOther = () => owner !== undefined && owner !== sessionStore.get()?.uuid;
  const never = () => new Promise<never>(() => {});
  return change().then(
    (answer) => (isOther() ? never() : answer),
    (error: unknown) => (isOther() ? never() : Promise.reject(error)),
  );
}

/** The optimistic update, its way back, and the refetch afterwards. */
function effectsOf<D extends EndpointDeclaration>(
  endpoint: D,
  { touches, echo }: { touches: readonly EndpointDeclaration[]; echo: Effects<D>['echo'] },
) {
  const mutationKey = keyOf(endpoint);
  return {
    mutationKey,
    onMutate: async (args: ArgsOf<D>): Promise<Former> => {
      if (!echo) return [];
      await cancelQueries(touches);
      const former = touches.flatMap((one) => queries.getQueriesData({ queryKey: keyOf(one) })) as unknown as Former;
      echo(args);
      return former;
    },
    onError: (_: ApiError, __: ArgsOf<D>, former: Former = []) => {
      for (const [queryKey, data] of former) queries.setQueryData(queryKey, data);
    },
    onSettled: async (result: unknown) => {
      // The server does not know changes that wait on the device: its answer would take the optimistic update back.
      if (result === null) return;
      // A refetch while another change is pending would overwrite that one's optimistic update.
      if (queries.isMutating({ mutationKey }) > 1) return;
      await Promise.all(touches.map((one) => invalidateQueries(one)));
    },
  };
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
