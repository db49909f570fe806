import type { ArgsOf, EndpointDeclaration, Language } from '@kreide/core/kernel';

/** Some arguments of a call; those left out match any value. */
export interface SomeArgs<D extends EndpointDeclaration> {
  params?: Partial<ArgsOf<D>['params']>;
  query?: Partial<ArgsOf<D>['query']>;
}

/**
 * Key of an answer in the query cache: the endpoint, the arguments, for paged lists the page size, and the language where
 * the server writes the words.
 */
export type EndpointKey = readonly [endpoint: string, args?: object, form?: { pageSize?: number; language?: Language }];

/**
 * The key of an endpoint's answer; without arguments, or with only some, it matches every answer that fits. A mutation
 * has the key of its endpoint.
 */
export function keyOf<D extends EndpointDeclaration>({ method, path }: D, args?: ArgsOf<D> | SomeArgs<D>): EndpointKey {
  const name = `${method} ${path}`;
  return args === undefined ? [name] : [name, args];
}

/** The key of an answer whose words the server writes in the reader's language. */
export function languageKeyOf<D extends EndpointDeclaration>(
  endpoint: D,
  args: ArgsOf<D>,
  language: Language,
): EndpointKey {
  const [name] = keyOf(endpoint);
  return [name, args, { language }];
}

/** The key of what a HEAD of an endpoint says. */
export const headKeyOf = <D extends EndpointDeclaration>({ path }: D, args: ArgsOf<D>): EndpointKey => [
  `HEAD ${path}`,
  args,
];

/** The key of a paged list. */
export function pagesKeyOf<D extends EndpointDeclaration>(endpoint: D, args: ArgsOf<D>, pageSize: number): EndpointKey {
  const [name] = keyOf(endpoint);
  return [name, args, { pageSize }];
}

/** Page size of the list with this key; null for an answer that is not paged. */
export const pageSizeOf = (key: readonly unknown[]): number | null => (key as EndpointKey)[2]?.pageSize ?? null;
