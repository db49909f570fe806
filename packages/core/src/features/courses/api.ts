import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { ENROLMENT_STATES, enrolment } from '../structure/index.ts';
import { COURSES_MAXIMUM } from './rules.ts';
import { availableCourses, courseParticipant, courseSelection } from './schema.ts';
import './errors.ts';

const one = z.object({ id: f.idText });
const viewing = { auth: 'user', needs: { can: 'courses.view' }, params: one, errors: ['not_found'] } as const;
const choosing = { auth: 'user', needs: { can: 'courses.choose' }, params: one } as const;
const ids = z.array(f.id).check(z.maxLength(COURSES_MAXIMUM));

export const checkAvailable = endpoint({
  ...viewing,
  method: 'OPTIONS',
  path: '/users/{id}/timetable/available',
  answer: null,
  summary:
    'Whether the person still has to choose courses: the header need-change says 1 when there is one that nothing was decided about and the caller may choose, 0 when not.',
});

export const listAvailable = endpoint({
  ...viewing,
  method: 'GET',
  path: '/users/{id}/timetable/available',
  answer: f.answerOf(availableCourses),
  summary:
    'The courses that a pupil can choose or takes, by id: those of the grade of today that are not for the whole grade, and those chosen before.',
});

export const getSelection = endpoint({
  ...viewing,
  method: 'GET',
  path: '/users/{id}/timetable/courses',
  answer: f.answerOf(courseSelection),
  summary: 'The enrolments of a person, those given up included, oldest first.',
});

export const setSelection = endpoint({
  ...choosing,
  method: 'PUT',
  path: '/users/{id}/timetable/courses',
  body: z.strictObject({ course_ids: ids, former_ids: ids }),
  answer: f.answerOf(courseSelection),
  errors: ['not_found', 'conflict', 'course_unavailable'],
  audit: 'courses:audit.choose',
  summary:
    'Stores which of the available courses somebody takes; the others count as deselected. 409 when somebody has chosen otherwise since `former_ids`, or one of them cannot be chosen.',
});

export const reset = endpoint({
  ...choosing,
  method: 'POST',
  path: '/users/{id}/timetable/reset',
  answer: f.answerOf(courseSelection),
  errors: ['not_found'],
  audit: 'courses:audit.reset',
  summary: 'Takes back everything that was chosen, except what the school has decided: it can be chosen anew.',
});

export const updateEnrolment = endpoint({
  auth: 'user',
  needs: { can: 'courses.update' },
  params: one,
  method: 'PUT',
  path: '/timetables/enrollments/{id}',
  body: z.strictObject({ state: z.enum(ENROLMENT_STATES) }),
  answer: f.answerOf(enrolment),
  errors: ['not_found', 'course_unavailable'],
  audit: 'courses:audit.update',
  summary:
    'Selects or deselects: SELECTED begins today and has no end, DESELECTED ends today. Planners fix it with that; all others decide about courses that they can choose.',
});

export const revokeEnrolment = endpoint({
  auth: 'user',
  needs: { can: 'courses.update' },
  params: one,
  method: 'DELETE',
  path: '/timetables/enrollments/{id}',
  answer: f.answerOf(enrolment),
  errors: ['not_found', 'course_unavailable'],
  audit: 'courses:audit.revoke',
  summary: 'Revokes an enrolment: it is DESELECTED from today on.',
});

export const listParticipants = endpoint({
  ...viewing,
  method: 'GET',
  path: '/timetables/courses/{id}/enrollments',
  answer: f.answerOf(z.array(courseParticipant)),
  summary: 'Who takes a course or has given it up, by name, for its teachers and planners.',
});
