import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  BASEDATA,
  bookableDraft,
  bookableRow,
  courseDraft,
  courseRow,
  gradeDraft,
  gradeRow,
  holidayDraft,
  holidayRow,
  subjectDraft,
  subjectRow,
  teacherDraft,
  teacherRow,
} from './basedata-schema.ts';
import './errors.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;
const one = z.object({ id: f.idText });
/** The version of the row that a change was made from. */
const version = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

export const listSubjects = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/basedata/subjects',
  answer: f.answerOf(z.array(subjectRow)),
  summary: 'All that is in use of the subjects: short name, name, colour and the rooms they are taught in.',
});

export const createSubject = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/basedata/subjects',
  body: subjectDraft,
  answer: f.answerOf(subjectRow),
  errors: ['not_found'],
  audit: 'planner:audit.createUnit',
  summary: 'Adds a subject.',
});

export const updateSubject = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/basedata/subjects/{id}',
  params: one,
  body: z.extend(subjectDraft, { version }),
  answer: f.answerOf(subjectRow),
  errors: ['not_found', 'conflict'],
  audit: 'planner:audit.updateUnit',
  summary: 'Changes a subject; what an import owns of it stays.',
});

export const listTeachers = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/basedata/teachers',
  answer: f.answerOf(z.array(teacherRow)),
  summary: 'All that is in use of the teachers: names, main room, hours of the contract and what they teach.',
});

export const createTeacher = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/basedata/teachers',
  body: teacherDraft,
  answer: f.answerOf(teacherRow),
  errors: ['not_found'],
  audit: 'planner:audit.createUnit',
  summary: 'Adds a teacher.',
});

export const updateTeacher = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/basedata/teachers/{id}',
  params: one,
  body: z.extend(teacherDraft, { version }),
  answer: f.answerOf(teacherRow),
  errors: ['not_found', 'conflict'],
  audit: 'planner:audit.updateUnit',
  summary: 'Changes a teacher; what an import owns of it stays.',
});

export const listBookables = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/basedata/bookables',
  answer: f.answerOf(z.array(bookableRow)),
  summary: 'All that is in use of the rooms: kind, building and how many people they hold.',
});

export const createBookable = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/basedata/bookables',
  body: bookableDraft,
  answer: f.answerOf(bookableRow),
  errors: ['not_found'],
  audit: 'planner:audit.createUnit',
  summary: 'Adds a room.',
});

export const updateBookable = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/basedata/bookables/{id}',
  params: one,
  body: z.extend(bookableDraft, { version }),
  answer: f.answerOf(bookableRow),
  errors: ['not_found', 'conflict'],
  audit: 'planner:audit.updateUnit',
  summary: 'Changes a room; what an import owns of it stays.',
});

export const listGrades = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/basedata/grades',
  answer: f.answerOf(z.array(gradeRow)),
  summary: 'All that is in use of the classes.',
});

export const createGrade = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/basedata/grades',
  body: gradeDraft,
  answer: f.answerOf(gradeRow),
  errors: ['not_found'],
  audit: 'planner:audit.createUnit',
  summary: 'Adds a class.',
});

export const updateGrade = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/basedata/grades/{id}',
  params: one,
  body: z.extend(gradeDraft, { version }),
  answer: f.answerOf(gradeRow),
  errors: ['not_found', 'conflict'],
  audit: 'planner:audit.updateUnit',
  summary: 'Changes a class; what an import owns of it stays.',
});

export const listCourses = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/basedata/courses',
  answer: f.answerOf(z.array(courseRow)),
  summary: 'All that is in use of the courses: subject, classes and teachers.',
});

export const createCourse = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/basedata/courses',
  body: courseDraft,
  answer: f.answerOf(courseRow),
  errors: ['not_found', 'course_exists'],
  audit: 'planner:audit.createUnit',
  summary: 'Adds a course.',
});

export const updateCourse = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/basedata/courses/{id}',
  params: one,
  body: z.extend(courseDraft, { version }),
  answer: f.answerOf(courseRow),
  errors: ['not_found', 'conflict', 'course_exists'],
  audit: 'planner:audit.updateUnit',
  summary: 'Changes a course; what an import owns of it stays.',
});

export const listHolidays = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/basedata/holidays',
  answer: f.answerOf(z.array(holidayRow)),
  summary: 'The free days and holidays of all school years, by their first day.',
});

export const createHoliday = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/basedata/holidays',
  body: holidayDraft,
  answer: f.answerOf(holidayRow),
  errors: ['not_found'],
  audit: 'planner:audit.createUnit',
  summary: 'Adds a free day or holidays.',
});

export const updateHoliday = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/basedata/holidays/{id}',
  params: one,
  body: z.extend(holidayDraft, { version }),
  answer: f.answerOf(holidayRow),
  errors: ['not_found', 'conflict'],
  audit: 'planner:audit.updateUnit',
  summary: 'Changes a free day or holidays; those of an import stay.',
});

const unit = z.object({ entity: z.enum(BASEDATA), id: f.idText });

export const removeUnit = endpoint({
  ...planning,
  method: 'DELETE',
  path: '/timetables/basedata/{entity}/{id}',
  params: unit,
  answer: null,
  errors: ['not_found', 'unit_in_use', 'unit_imported'],
  audit: 'planner:audit.removeUnit',
  summary: 'Ends what was made here and nothing uses; 409 with what uses it.',
});

export const restoreUnit = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/basedata/{entity}/{id}/restore',
  params: unit,
  answer: null,
  errors: ['not_found', 'unit_shortcut_taken', 'course_exists'],
  audit: 'planner:audit.restoreUnit',
  summary: 'Brings back what was ended.',
});
