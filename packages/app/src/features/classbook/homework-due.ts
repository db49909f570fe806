import { classbookApi } from '@kreide/core/features/classbook';
import { addDays } from '@kreide/core/kernel';
import { KEPT } from '../../kernel/kept-answers.ts';
import { queryOf } from '../../kernel/reading.ts';

/** So many days ahead somebody plans the own work. */
const DAYS = 7;

/** So many stand on the start page; the rest is in the class book. */
const SHOWN = 4;

/** Homework of the own lessons, or those of the children, that is due from this day on; the next one first. */
export const homeworkDueQuery = (book: number, today: string) =>
  queryOf(
    classbookApi.listHomeworks,
    { params: { id: `${book}` }, query: { begins_at: today, ends_at: addDays(today, DAYS), limit: `${SHOWN}` } },
    { meta: KEPT },
  );
