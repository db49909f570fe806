import { type PublicAccess, type PublicAccessState, schoolsApi } from '@kreide/core/features/schools';
import { hashKey, useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { queryOf, writeQuery } from '../../kernel/data.ts';
import { keyOf } from '../../kernel/keys.ts';

export type AccessChange = Partial<PublicAccess> & { known_origins?: string[] };

/** What the user sees while changes are pending: the server's state with those changes applied in order. */
export function withPending(state: PublicAccessState, pending: readonly AccessChange[]): PublicAccessState {
  return Object.assign({}, state, ...pending);
}

/**
 * What the school has made public. A change shows at once and is rolled back when it fails; it is applied to the
 * server's state at that moment, so that a page left open for long does not turn on again what somebody else has turned
 * off.
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
    // Sequential: each change is applied to the result of the one before.
    scope: { id: hashKey(mutationKey) },
    mutationFn: async (values: AccessChange) => {
      const options = { messages: false, retries: 0 };
      const { data } = await client.call(schoolsApi.getPublicAccess, { params }, options);
      const { url: _, ...current } = data;
      const body = { ...current, ...values };
      return (await client.call(schoolsApi.updatePublicAccess, { params, body }, options)).data;
    },
    onSuccess: (state) => writeQuery(schoolsApi.getPublicAccess, { params }, state),
  });
  const newest = () =>
    client.call(schoolsApi.getPublicAccess, { params }, { messages: false }).then(({ data }) => data);
  return { query, pending, change, newest };
}
