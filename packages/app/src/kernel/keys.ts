import type { ArgsOf, EndpointDeclaration } from '@kreide/core/kernel';

/** Some of the arguments of a call; those left out stand for any. */
export interface SomeArgs<D extends EndpointDeclaration> {
  params?: Partial<ArgsOf<D>['params']>;
  query?: Partial<ArgsOf<D>['query']>;
}

/** Name of an answer in the query cache: the endpoint, what it was asked with, and for lists read page by page their size. */
export type EndpointKey = readonly [endpoint: string, args?: object, paging?: { readonly pageSize: number }];

/**
 * The key of an endpoint's answer; without arguments, or with some of them, that of every answer that fits. A changing call has the
 * key of its endpoint.
 */
export function keyOf<D extends EndpointDeclaration>({ method, path }: D, args?: ArgsOf<D> | SomeArgs<D>): EndpointKey {
  const name = `${method} ${path}`;
  return args === undefined ? [name] : [name, args];
}

/** The key of a list that is read page by page. */
export function pagesKeyOf<D extends EndpointDeclaration>(endpoint: D, args: ArgsOf<D>, pageSize: number): EndpointKey {
  const [name] = keyOf(endpoint);
  return [name, args, { pageSize }];
}

/** Items of a page of the list that has this key; null for an answer that is read whole. */
export const pageSizeOf = (key: readonly unknown[]): number | null => (key as EndpointKey)[2]?.pageSize ?? null;
