import { helpApi } from '@kreide/core/features/help';
import { mutationOf, queryOf, updateQueries } from '../../kernel/data.ts';

/** Whether people of the school reach those who run the product. */
export const supportQuery = queryOf(helpApi.getSupport, {}, { staleTime: 60_000 });

export const updateSupport = mutationOf(helpApi.updateSupport, {
  touches: [helpApi.getSupport],
  echo: ({ body }) => updateQueries(helpApi.getSupport, (known) => ({ ...known, ...body })),
});
