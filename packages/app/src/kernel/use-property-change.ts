import { type UserProperties, usersApi } from '@kreide/core/features/users';
import { useMutation } from '@tanstack/react-query';
import { mutationOf, updateQueries } from './data.ts';

/** Changes properties of the signed-in user: shown at once, taken back when the server refuses (P-3.09). */
export function usePropertyChange(): (properties: UserProperties) => void {
  const { mutate } = useMutation(
    mutationOf(usersApi.updateProperties, {
      touches: [usersApi.getSelf],
      echo: ({ body }) =>
        updateQueries(usersApi.getSelf, (self) => ({ ...self, properties: { ...self.properties, ...body } })),
    }),
  );
  return (body) => mutate({ params: { id: 'self' }, body });
}
