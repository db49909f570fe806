import { EXAMS_PAGE, examsApi } from '@kreide/core/features/exams';
import type { ArgsOf } from '@kreide/core/kernel';
import { infiniteQueryOf, invalidateQueries, mutationOf, queryOf } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';

/** Whose exams, in which days. */
export interface ExamsAsked {
  from: string;
  until: string;
  grade?: string | undefined;
  user?: string | undefined;
}

const toQuery = ({ from, until, grade, user }: ExamsAsked) => ({
  from,
  until,
  ...(grade && { grade_id: grade }),
  ...(user && { user_id: user }),
});

export const examPagesQuery = (asked: ExamsAsked) =>
  infiniteQueryOf(examsApi.list, { query: toQuery(asked) }, EXAMS_PAGE, { meta: KEPT });
export const examQuery = (id: number) => queryOf(examsApi.get, { params: { id: `${id}` } });
export const optionsQuery = () => queryOf(examsApi.getOptions, {});
export const checkQuery = (query: ArgsOf<typeof examsApi.check>['query']) => queryOf(examsApi.check, { query });
export const settingsQuery = () => queryOf(examsApi.getSettings, {});

const touches = [examsApi.list, examsApi.get, examsApi.check];
export const createExam = mutationOf(examsApi.create, { messages: false, touches });
export const updateExam = mutationOf(examsApi.update, { messages: false, touches });
export const removeExam = mutationOf(examsApi.remove, { messages: false, touches });
export const saveSettings = mutationOf(examsApi.saveSettings, {
  messages: false,
  touches: [examsApi.getSettings, examsApi.check],
});

/** Asks again for the exams on screen, as something about them has changed. */
export function refreshExams(): void {
  void invalidateQueries(examsApi.list);
}
