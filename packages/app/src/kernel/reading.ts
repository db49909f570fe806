import type { CallOptions } from '@kreide/core/client';
import type { AnswerOf, ApiError, ArgsOf, EndpointDeclaration, Language } from '@kreide/core/kernel';
import { queryOptions, type UnusedSkipTokenOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { type EndpointKey, keyOf, languageKeyOf } from './keys.ts';

/** The part of an answer that screens see: its `data`. */
export type DataOf<D extends EndpointDeclaration> = AnswerOf<D> extends { data: infer Data } ? Data : AnswerOf<D>;

/** Calls an endpoint and returns the answer's data. */
export async function call<D extends EndpointDeclaration>(
  endpoint: D,
  args: ArgsOf<D>,
  options: CallOptions,
): Promise<DataOf<D>> {
  const answer: unknown = await client.call(endpoint, args, options);
  const hasData = typeof answer === 'object' && answer !== null && 'data' in answer;
  return (hasData ? answer.data : answer) as DataOf<D>;
}

type ReadOptions<D extends EndpointDeclaration> = Omit<
  UnusedSkipTokenOptions<DataOf<D>, ApiError, DataOf<D>, EndpointKey>,
  'queryKey' | 'queryFn' | 'select'
> & {
  retries?: number;
  /** The language of the words that the server writes: another one is another answer. */
  language?: Language;
};

/** Query options of an endpoint, for `useQuery`, `useSuspenseQuery`, `queries.fetchQuery`, with the derived key. */
export function queryOf<D extends EndpointDeclaration>(
  endpoint: D,
  args: ArgsOf<D>,
  { retries = 1, language, ...options }: ReadOptions<D> = {},
) {
  return queryOptions({
    ...options,
    queryKey: language === undefined ? keyOf(endpoint, args) : languageKeyOf(endpoint, args, language),
    queryFn: ({ signal }) => call(endpoint, args, { signal, retries }),
  });
}
