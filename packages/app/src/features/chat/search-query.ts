import { chatApi, type Message } from '@kreide/core/features/channels';
import type { ApiError } from '@kreide/core/kernel';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { type EndpointKey, keyOf } from '../../kernel/keys.ts';

interface Found {
  data: Message[];
  has_more: boolean;
}

/** What is found in a chat page by page, each before the last message of the one above. */
export function searchQueryOf(chatId: number, q: string) {
  const params = { chatId: String(chatId) };
  return infiniteQueryOptions<Found, ApiError, { messages: Message[]; hasMore: boolean }, EndpointKey, string | null>({
    queryKey: keyOf(chatApi.search, { params, query: { q } }),
    enabled: q !== '',
    // Messages come, change and go: it is looked for again each time.
    gcTime: 0,
    initialPageParam: null,
    queryFn: ({ pageParam: before, signal }) =>
      client.call(chatApi.search, { params, query: before === null ? { q } : { q, before } }, { signal, retries: 1 }),
    getNextPageParam: ({ data, has_more }) => (has_more ? `${data.at(-1)?.id}` : undefined),
    select: ({ pages }) => ({
      messages: pages.flatMap(({ data }) => data),
      hasMore: pages.at(-1)?.has_more === true,
    }),
  });
}
