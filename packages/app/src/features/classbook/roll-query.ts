import { classbookApi, type Roll } from '@kreide/core/features/classbook';
import { queryOf } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';

/** The lessons that the own account holds on a day. Those of today are there without a network too (D-6.07). */
export const rollsQuery = (book: number, date: string, today: string) =>
  queryOf(
    classbookApi.listRolls,
    { params: { id: String(book) }, query: { date } },
    { staleTime: 0, ...(date === today ? { meta: KEPT } : {}) },
  );

export const rollOf = (rolls: readonly Roll[] | undefined, lesson_uuid: string): Roll | undefined =>
  rolls?.find((one) => one.lesson_uuid === lesson_uuid);
