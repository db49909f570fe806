import { DOUBLES_PAGE, doublesApi } from '@kreide/core/features/doubles';
import { peopleApi } from '@kreide/core/features/users';
import { infiniteQueryOf, mutationOf, queryOf } from '../../kernel/data.ts';

/** Pairs that may be one person, or those of which somebody said that they are two people. */
export const doublesQuery = (isApart: boolean) =>
  infiniteQueryOf(doublesApi.list, isApart ? { query: { is_apart: '1' } } : {}, DOUBLES_PAGE);

export const comparisonQuery = (one: string, other: string) =>
  queryOf(doublesApi.compare, { params: { id: one, otherId: other } }, { staleTime: 0 });

export const mergeTwo = mutationOf(doublesApi.merge, {
  touches: [doublesApi.list, doublesApi.compare, peopleApi.list, peopleApi.count, peopleApi.get],
  messages: false,
});

const telling = { touches: [doublesApi.list, doublesApi.compare] };
export const setApart = mutationOf(doublesApi.setApart, telling);
export const askAgain = mutationOf(doublesApi.askAgain, telling);
