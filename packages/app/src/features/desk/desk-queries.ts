import { type DeskDay, deskApi } from '@kreide/core/features/desk';
import { invalidateQueries, mutationOf, queryOf, updateQueries } from '../../kernel/data.ts';

export const dayQuery = (date: string) => queryOf(deskApi.getDay, { query: { date } }, { staleTime: 0 });
export const lessonsQuery = (date: string, gradeId: number) =>
  queryOf(deskApi.listLessons, { query: { date, grade_id: `${gradeId}` } }, { staleTime: 0 });
export const rankingQuery = (date: string, lessonId: number) =>
  queryOf(deskApi.rank, { query: { date, lesson_id: `${lessonId}` } }, { staleTime: 0 });
export const answersQuery = (date: string, lessonId: number) =>
  queryOf(deskApi.listAnswers, { query: { date, lesson_id: `${lessonId}` } }, { staleTime: 0 });
export const proposalQuery = (date: string) => queryOf(deskApi.propose, { query: { date } }, { staleTime: 0 });
export const settingsQuery = queryOf(deskApi.getSettings, {}, { staleTime: 0 });

export const countsQuery = queryOf(deskApi.listCounts, {}, { staleTime: 0 });
export const readersQuery = (date: string) => queryOf(deskApi.listReaders, { query: { date } }, { staleTime: 0 });

/** When one is absent oneself. */
export const reportsQuery = queryOf(deskApi.listReports, {}, { staleTime: 0 });

const options = { messages: false };
const touches = [deskApi.rank, deskApi.listAnswers, deskApi.listLessons];
export const createAbsence = mutationOf(deskApi.createAbsence, { ...options, touches: [...touches, deskApi.getDay] });
export const removeAbsence = mutationOf(deskApi.removeAbsence, { ...options, touches: [...touches, deskApi.getDay] });
export const createReport = mutationOf(deskApi.report, { ...options, touches: [deskApi.listReports] });
export const endReport = mutationOf(deskApi.endReport, { ...options, touches: [deskApi.listReports] });
export const decide = mutationOf(deskApi.decide, { ...options, touches });
export const publishDrafts = mutationOf(deskApi.publish, { ...options, touches: [...touches, deskApi.getDay] });
export const publishLater = mutationOf(deskApi.publishLater, { ...options, touches });
export const withdrawLater = mutationOf(deskApi.withdrawLater, { ...options, touches: [...touches, deskApi.getDay] });
export const updateSettings = mutationOf(deskApi.updateSettings, {
  ...options,
  touches: [deskApi.getSettings, deskApi.rank, deskApi.listAnswers],
});

/** Shows a day as an answer says it is. */
export const showDay = (day: DeskDay) =>
  updateQueries(deskApi.getDay, (known) => (known.date === day.date ? day : known));

/** What somebody else has changed is shown before it can be tried again, and who may take a lesson is somebody else by now. */
export const askAgain = () =>
  Promise.all([
    invalidateQueries(deskApi.getDay),
    invalidateQueries(deskApi.listLessons),
    invalidateQueries(deskApi.rank),
    invalidateQueries(deskApi.listAnswers),
  ]);
