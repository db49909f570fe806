import { type CreatedSubscription, subscriptionsApi } from '@kreide/core/features/subscriptions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { getLanguage } from '../../kernel/i18n.ts';

/** The addresses that somebody has made, for every plan. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: async ({ signal }) => (await client.call(subscriptionsApi.list, {}, { signal, retries: 1 })).data,
});

/** Makes an address for a plan, with words in the language of the app. */
export function useCreateSubscription(userId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (name: string): Promise<CreatedSubscription> => {
      const body = { user_id: userId, language: getLanguage(), ...(name === '' ? {} : { name }) };
      return (await client.call(subscriptionsApi.create, { body }, { messages: false })).data;
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: subscriptionsQuery.queryKey }),
  });
}

/** Revokes an address; the server's own words say why when it does not work. */
export function useRemoveSubscription() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (uuid: string) => client.call(subscriptionsApi.remove, { params: { uuid } }),
    onSettled: () => cache.invalidateQueries({ queryKey: subscriptionsQuery.queryKey }),
  });
}
