import { type CreatedFeed, feedsApi } from '@kreide/core/features/feeds';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { getLanguage } from '../../kernel/i18n.ts';

/** The addresses that somebody has made, for every plan. */
export const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: async ({ signal }) => (await client.call(feedsApi.list, {}, { signal, retries: 1 })).data,
});

/** Makes an address for a plan, with words in the language of the app. */
export function useCreateFeed(userId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (name: string): Promise<CreatedFeed> => {
      const body = { user_id: userId, language: getLanguage(), ...(name === '' ? {} : { name }) };
      return (await client.call(feedsApi.create, { body }, { messages: false })).data;
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: feedsQuery.queryKey }),
  });
}

/** Revokes an address; the server's own words say why when it does not work. */
export function useRemoveFeed() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (uuid: string) => client.call(feedsApi.remove, { params: { uuid } }),
    onSettled: () => cache.invalidateQueries({ queryKey: feedsQuery.queryKey }),
  });
}
