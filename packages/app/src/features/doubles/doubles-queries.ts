import { DOUBLES_PAGE, doublesApi } from '@kreide/core/features/doubles';
import { peopleApi } from '@kreide/core/features/users';
import { infiniteQueryOf, mutationOf, queryOf } from '../../kernel/data.ts';

export const doublesQuery = () => infiniteQueryOf(doublesApi.list, {}, DOUBLES_PAGE);

export const comparisonQuery = (one: string, other: string) =>
  queryOf(doublesApi.compare, { params: { id: one, otherId: other } }, { staleTime: 0 });

export const mergeTwo = mutationOf(doublesApi.merge, {
  touches: [doublesApi.list, doublesApi.compare, peopleApi.list, peopleApi.count, peopleApi.get],
  messages: false,
});
