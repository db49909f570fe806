import { type PublicAccess, type PublicAccessState, schoolsApi } from '@kreide/core/features/schools';
import { hashKey, useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { queryOf, writeQuery } from '../../kernel/data.ts';
import { keyOf } from '../../kernel/keys.ts';

export type AccessChange = Partial<PublicAccess>;

/** What somebody sees while changes are on their way: the server's state with those changes on top, in order. */
export function withPending(state: PublicAccessState, pending: readonly AccessChange[]): PublicAccessState {
  return Object.assign({}, state, ...pending);
}

/**
 * What the school has released to the public. A change shows at once and goes back by itself when it fails; it is laid on what the
 * server has at that moment, so that a page left open for long turns nothing on again that somebody else has turned off.
 */
export function usePublicAccess(schoolId: number) {
  const params = { id: String(schoolId) };
  const mutationKey = keyOf(schoolsApi.updatePublicAccess, { params });
  const query = useQuery(
    queryOf(schoolsApi.getPublicAccess, { params }, { staleTime: 0, refetchOnWindowFocus: 'always' }),
  );
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as AccessChange,
  });
  const { mutateAsync: change } = useMutation({
    mutationKey,
    // One after the other: each is laid on the outcome of the one before.
    scope: { id: hashKey(mutationKey) },
    mutationFn: async (values: AccessChange) => {
      const options = { messages: false, retries: 0 };
      const { data } = await client.call(schoolsApi.getPublicAccess, { params }, options);
      const { monitor_links: _, ...current } = data;
      const body = { ...current, ...values };
      return (await client.call(schoolsApi.updatePublicAccess, { params, body }, options)).data;
    },
    onSuccess: (state) => writeQuery(schoolsApi.getPublicAccess, { params }, state),
  });
  return { query, pending, change };
}
