import type { BasedataDrafts } from '@kreide/core/features/planner';
import type { BasedataTable } from '../../../packages/server/src/features/structure/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { buildUnit } from '../../support/planner.ts';

const NOBODY = '999999999';
const NONE = 999_999_999;

const subject: BasedataDrafts['subjects'] = {
  shortcut: 'Ph',
  name: 'Physik',
  user_color: 'teal',
  bookable_ids: [NONE],
};
const teacher: BasedataDrafts['teachers'] = {
  shortcut: 'Bg',
  title: 'Frau',
  firstname: 'Mia',
  lastname: 'Berg',
  no_substitution: true,
  no_supervision: false,
  main_bookable_id: NONE,
  contract_hours: 24.5,
  most_a_day: 6,
  most_a_week: 26,
  free_days: 1,
  subject_ids: [NONE],
};
const bookable = {
  shortcut: 'L1',
  name: 'Labor',
  description: 'Mit Abzug',
  kind: 'Fachraum',
  building: 'Haus B',
  capacity: 28,
  is_public: true,
  is_confirmable: true,
  is_custom: true,
};
const grade = {
  shortcut: '7f',
  name: 'Klasse 7f',
  category: 'Mittelstufe',
  most_a_day: 7,
  core_begins_at: '08:00',
  core_ends_at: '13:00',
  range: '7',
  order: 12,
};
const course: BasedataDrafts['courses'] = {
  shortcut: 'PH1',
  name: 'Physik 1',
  subject_id: NONE,
  grade_ids: [NONE],
  teacher_ids: [NONE],
  is_required: false,
  type: 'Grundkurs',
  season_id: NONE,
  is_temp: true,
  user_color: 'teal',
  is_custom: true,
};
/** The same without anything that it refers to. */
const bare = {
  subject: { ...subject, bookable_ids: [] },
  teacher: { ...teacher, main_bookable_id: null, subject_ids: [] },
  course: { ...course, subject_id: null, teacher_ids: [], season_id: null },
};

let count = 0;
/** A short name that nothing has yet. */
const fresh = () => {
  count += 1;
  return `X${count}`;
};
type Side = 'here' | 'there';
const made = (asking: Asking, table: BasedataTable, side: Side = 'here', values: object = {}) =>
  buildUnit(asking.server.test.database.kysely, asking[side].school.id, table, { shortcut: fresh(), ...values });

/** Creating and changing a row of a table, with a row of each school. */
function rowCalls<Draft extends { shortcut: string }>(
  table: BasedataTable,
  sample: Draft,
  draftOf: (asking: Asking) => Draft | Promise<Draft>,
) {
  const write = async (asking: Asking, side: Side) => {
    const id = await made(asking, table, side);
    return { params: { id: `${id}` }, body: { ...(await draftOf(asking)), shortcut: fresh(), version: 1 } };
  };
  return {
    list: { sample: () => ({}) },
    create: {
      sample: () => ({ body: sample }),
      own: async (asking: Asking) => ({ body: { ...(await draftOf(asking)), shortcut: fresh() } }),
    },
    update: {
      sample: () => ({ params: { id: NOBODY }, body: { ...sample, version: 1 } }),
      own: (asking: Asking) => write(asking, 'here'),
      other_school: (asking: Asking) => write(asking, 'there'),
    },
  };
}

/** The same with something of the other school in a field. */
const foreign = <Draft extends object>(draft: Draft, field: keyof Draft, table: BasedataTable, isList: boolean) => ({
  create: async (asking: Asking) => {
    const id = await made(asking, table, 'there');
    return { body: { ...draft, shortcut: fresh(), [field]: isList ? [id] : id } };
  },
  update: (entity: BasedataTable) => async (asking: Asking) => {
    const id = await made(asking, table, 'there');
    const row = await made(asking, entity);
    return {
      params: { id: `${row}` },
      body: { ...draft, shortcut: fresh(), [field]: isList ? [id] : id, version: 1 },
    };
  },
});

const subjects = rowCalls('subjects', subject, () => bare.subject);
const teachers = rowCalls('teachers', teacher, () => bare.teacher);
const bookables = rowCalls('bookables', bookable, () => bookable);
const grades = rowCalls('grades', grade, () => grade);
const courses = rowCalls('courses', course, async (asking) => ({
  ...bare.course,
  grade_ids: [await made(asking, 'grades')],
}));
const rooms = foreign(bare.subject, 'bookable_ids', 'bookables', true);
const mainRoom = foreign(bare.teacher, 'main_bookable_id', 'bookables', false);
const taught = foreign(bare.teacher, 'subject_ids', 'subjects', true);
const ofSubject = foreign({ ...bare.course, grade_ids: [] }, 'subject_id', 'subjects', false);
const ofGrade = foreign({ ...bare.course, grade_ids: [] }, 'grade_ids', 'grades', true);
const ofTeacher = foreign({ ...bare.course, grade_ids: [] }, 'teacher_ids', 'teachers', true);

/** A course of this school in a school year of the other one. */
const ofSeason = async (asking: Asking) => ({
  ...bare.course,
  shortcut: fresh(),
  grade_ids: [await made(asking, 'grades')],
  season_id: asking.there.school.yearId,
});

const HOLIDAYS =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Ferien\r\nDTSTART;VALUE=DATE:20270201\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
const freeDay = { name: 'Wandertag', begins_at: '2026-12-01', ends_at: '2026-12-01', is_public: false };
const toFreeDay = async (asking: Asking, side: Side) => {
  const { id: school_id, yearId: school_year_id } = asking[side].school;
  const { id } = await asking.server.test.database.kysely
    .insertInto('holidays')
    .values({ school_id, school_year_id, source: 'manual', ...freeDay })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: `${id}` }, body: { ...freeDay, version: 1 } };
};

const unit = (id: number | string) => ({ params: { entity: 'bookables' as const, id: `${id}` } });
const ended = { ended_at: '2026-11-01T08:00:00Z' };

type Calls = CallsOf<'planner'>;

/** Master data: how each of its endpoints is called. */
export const basedataCalls: Pick<
  Calls,
  | 'listSubjects'
  | 'createSubject'
  | 'updateSubject'
  | 'listTeachers'
  | 'createTeacher'
  | 'updateTeacher'
  | 'listBookables'
  | 'createBookable'
  | 'updateBookable'
  | 'listGrades'
  | 'createGrade'
  | 'updateGrade'
  | 'listCourses'
  | 'createCourse'
  | 'updateCourse'
  | 'listHolidays'
  | 'createHoliday'
  | 'updateHoliday'
  | 'listHolidayRegions'
  | 'listPublicHolidays'
  | 'readHolidays'
  | 'addHolidays'
  | 'removeHolidays'
  | 'removeUnit'
  | 'restoreUnit'
> = {
  listSubjects: subjects.list,
  createSubject: { ...subjects.create, other_school_room: rooms.create },
  updateSubject: { ...subjects.update, other_school_room: rooms.update('subjects') },
  listTeachers: teachers.list,
  createTeacher: { ...teachers.create, other_school_room: mainRoom.create, other_school_subject: taught.create },
  updateTeacher: {
    ...teachers.update,
    other_school_room: mainRoom.update('teachers'),
    other_school_subject: taught.update('teachers'),
  },
  listBookables: bookables.list,
  createBookable: bookables.create,
  updateBookable: bookables.update,
  listGrades: grades.list,
  createGrade: grades.create,
  updateGrade: grades.update,
  listCourses: courses.list,
  createCourse: {
    ...courses.create,
    other_school_subject: ofSubject.create,
    other_school_grade: ofGrade.create,
    other_school_teacher: ofTeacher.create,
    other_school_season: async (asking) => ({ body: await ofSeason(asking) }),
  },
  updateCourse: {
    ...courses.update,
    other_school_subject: ofSubject.update('courses'),
    other_school_grade: ofGrade.update('courses'),
    other_school_teacher: ofTeacher.update('courses'),
    other_school_season: async (asking) => ({
      params: { id: `${await made(asking, 'courses')}` },
      body: { ...(await ofSeason(asking)), version: 1 },
    }),
  },
  listHolidays: { sample: () => ({}) },
  createHoliday: {
    // Refused: no school year is there.
    sample: () => ({ body: { ...freeDay, begins_at: '1950-01-01', ends_at: '1950-01-02' } }),
    own: () => ({ body: freeDay }),
  },
  updateHoliday: {
    sample: () => ({ params: { id: NOBODY }, body: { ...freeDay, version: 1 } }),
    own: (asking) => toFreeDay(asking, 'here'),
    other_school: (asking) => toFreeDay(asking, 'there'),
  },
  listHolidayRegions: { sample: () => ({ query: { country: 'DE' } }) },
  listPublicHolidays: {
    sample: () => ({ query: { school_year_id: NOBODY, region: 'DE-BY' } }),
    own: ({ here }) => ({ query: { school_year_id: `${here.school.yearId}`, region: 'DE-BY' } }),
    other_school: ({ there }) => ({ query: { school_year_id: `${there.school.yearId}`, region: 'DE-BY' } }),
  },
  readHolidays: {
    sample: () => ({ body: {}, files: [{ name: 'Ferien.ics', content: new Blob([HOLIDAYS]) }] }),
  },
  addHolidays: {
    // Refused: no school year is there.
    sample: () => ({ body: { holidays: [{ ...freeDay, begins_at: '1950-01-01', ends_at: '1950-01-02' }] } }),
    own: () => ({ body: { holidays: [{ ...freeDay, name: fresh() }] } }),
  },
  removeHolidays: {
    sample: () => ({ body: { ids: [Number(NOBODY)] } }),
    own: async (asking) => ({ body: { ids: [Number((await toFreeDay(asking, 'here')).params.id)] } }),
    other_school: async (asking) => ({ body: { ids: [Number((await toFreeDay(asking, 'there')).params.id)] } }),
  },
  removeUnit: {
    sample: () => unit(NOBODY),
    own: async (asking) => unit(await made(asking, 'bookables')),
    other_school: async (asking) => unit(await made(asking, 'bookables', 'there')),
  },
  restoreUnit: {
    sample: () => unit(NOBODY),
    own: async (asking) => unit(await made(asking, 'bookables', 'here', ended)),
    other_school: async (asking) => unit(await made(asking, 'bookables', 'there', ended)),
  },
};
