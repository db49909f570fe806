import { type Basedata, plannerApi, type Wished } from '@kreide/core/features/planner';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const BASEDATA_QUERIES = {
  subjects: queryOf(plannerApi.listSubjects, {}, { staleTime: 0 }),
  teachers: queryOf(plannerApi.listTeachers, {}, { staleTime: 0 }),
  bookables: queryOf(plannerApi.listBookables, {}, { staleTime: 0 }),
  grades: queryOf(plannerApi.listGrades, {}, { staleTime: 0 }),
  courses: queryOf(plannerApi.listCourses, {}, { staleTime: 0 }),
  holidays: queryOf(plannerApi.listHolidays, {}, { staleTime: 0 }),
} as const;

const LISTS = [
  plannerApi.listSubjects,
  plannerApi.listTeachers,
  plannerApi.listBookables,
  plannerApi.listGrades,
  plannerApi.listCourses,
  plannerApi.listHolidays,
];
const options = { messages: false, touches: LISTS };

const CREATE = {
  subjects: plannerApi.createSubject,
  teachers: plannerApi.createTeacher,
  bookables: plannerApi.createBookable,
  grades: plannerApi.createGrade,
  courses: plannerApi.createCourse,
  holidays: plannerApi.createHoliday,
};
const UPDATE = {
  subjects: plannerApi.updateSubject,
  teachers: plannerApi.updateTeacher,
  bookables: plannerApi.updateBookable,
  grades: plannerApi.updateGrade,
  courses: plannerApi.updateCourse,
  holidays: plannerApi.updateHoliday,
};

/** The tables differ in their fields only: all are written like that of subjects. */
export const createRow = (entity: Basedata) =>
  mutationOf(CREATE[entity] as unknown as typeof plannerApi.createSubject, options);
export const updateRow = (entity: Basedata) =>
  mutationOf(UPDATE[entity] as unknown as typeof plannerApi.updateSubject, options);
export const wishesQuery = (entity: Wished, id: number) =>
  queryOf(plannerApi.listWishes, { params: { entity, id: `${id}` } }, { staleTime: 0 });
export const setWish = mutationOf(plannerApi.setWish, { messages: false, touches: [plannerApi.listWishes] });
export const removeRow = mutationOf(plannerApi.removeUnit, options);
export const restoreRow = mutationOf(plannerApi.restoreUnit, options);

/** The countries, and the parts of one; empty: of that of the school. */
export const regionsQuery = (country: string) =>
  queryOf(plannerApi.listHolidayRegions, { query: country === '' ? {} : { country } });
export const freeDaysQuery = (school_year_id: string, region: string) =>
  queryOf(plannerApi.listPublicHolidays, { query: { school_year_id, region } }, { staleTime: 0 });
const touches = [plannerApi.listHolidays, plannerApi.listPublicHolidays];
/** The whole days of a calendar file. */
export const readFreeDays = mutationOf(plannerApi.readHolidays, { messages: false });
export const addFreeDays = mutationOf(plannerApi.addHolidays, { messages: false, touches });
export const removeFreeDays = mutationOf(plannerApi.removeHolidays, { messages: false, touches });
