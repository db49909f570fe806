import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { deskReaders } from './readers-schema.ts';
import { deskReport, deskReports, reportDraft } from './reports-schema.ts';
import {
  absenceDraft,
  decisionsDraft,
  deskCounts,
  deskDay,
  deskLesson,
  deskSettings,
  deskSettingsDraft,
  laterPublication,
  proposal,
  publication,
  published,
  ranking,
} from './schema.ts';
import { secondRowAnswers } from './second-row-schema.ts';
import './errors.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;

export const getDay = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/desk',
  query: z.object({ date: f.date }),
  answer: f.answerOf(deskDay),
  summary: 'A day at the substitution desk: who and what is not there, the affected lessons, and what is decided.',
});

export const listLessons = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/desk/lessons',
  query: z.object({ date: f.date, grade_id: f.idText }),
  answer: f.answerOf(z.array(deskLesson)),
  errors: ['not_found'],
  summary: 'All lessons of a class on a day, affected or not, to decide about one of them.',
});

export const createAbsence = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/desk/absences',
  body: absenceDraft,
  answer: f.answerOf(deskDay),
  errors: ['not_found', 'already_absent'],
  audit: 'desk:audit.createAbsence',
  summary:
    'Enters that a teacher, a room or a class is not there; answers its first day. 409 where it is entered for a part of that time already.',
});

export const removeAbsence = endpoint({
  ...planning,
  method: 'DELETE',
  path: '/timetables/desk/absences/{id}',
  params: z.object({ id: f.idText }),
  answer: null,
  errors: ['not_found'],
  audit: 'desk:audit.removeAbsence',
  summary: 'Removes an absence; what was decided because of it stays.',
});

export const rank = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/desk/suggestions',
  query: z.object({ date: f.date, lesson_id: f.idText }),
  answer: f.answerOf(ranking),
  errors: ['not_found'],
  summary: 'Who can take a lesson, the best first with the sum that says why, and who cannot for which reason.',
});

export const listAnswers = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/desk/answers',
  query: z.object({ date: f.date, lesson_id: f.idText }),
  answer: f.answerOf(secondRowAnswers),
  errors: ['not_found'],
  summary:
    'What can become of a lesson without anybody in its teacher’s place, with reasons, consequences and what people would read; and what is not possible, and why.',
});

export const propose = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/desk/proposal',
  query: z.object({ date: f.date }),
  answer: f.answerOf(proposal),
  summary: 'People for all open lessons of a day together; nothing is decided by it.',
});

export const decide = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/desk/decisions',
  body: decisionsDraft,
  answer: f.answerOf(deskDay),
  errors: ['not_found', 'decision_changed'],
  audit: 'desk:audit.decide',
  summary:
    'Decides about lessons of a day, all or none, as a draft that only the desk sees; 409 with names when somebody did since.',
});

export const publish = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/desk/publish',
  body: publication,
  answer: f.answerOf(published),
  errors: ['not_found', 'decision_changed'],
  audit: 'desk:audit.publish',
  summary: 'Puts drafts of a day in force and tells everybody whom they affect.',
});

export const publishLater = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/desk/publication',
  body: laterPublication,
  answer: f.answerOf(deskDay),
  errors: ['not_found', 'decision_changed'],
  audit: 'desk:audit.publishLater',
  summary:
    'Sets when drafts of a day are published, exactly these in these versions; what is decided after it is no part of it.',
});

export const withdrawLater = endpoint({
  ...planning,
  method: 'DELETE',
  path: '/timetables/desk/publication/{id}',
  params: z.object({ id: f.idText }),
  answer: null,
  errors: ['not_found'],
  audit: 'desk:audit.withdrawLater',
  summary: 'Takes back that drafts are published at a time; they stay drafts.',
});

export const listReaders = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/desk/readers',
  query: z.object({ date: f.date }),
  answer: f.answerOf(z.array(deskReaders)),
  summary:
    'Who has opened the message of each published change of a day: its teachers by name, pupils and parents as numbers alone.',
});

export const getSettings = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/desk/settings',
  answer: f.answerOf(deskSettings),
  summary: 'The rule by which people are ranked: weights, compared days, maxima, standby.',
});

export const updateSettings = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/desk/settings',
  body: deskSettingsDraft,
  answer: f.answerOf(deskSettings),
  errors: ['not_found', 'conflict'],
  audit: 'desk:audit.updateSettings',
  summary: 'Changes the rule by which people are ranked.',
});

export const listCounts = endpoint({
  method: 'GET',
  path: '/timetables/desk/counts',
  auth: 'user',
  needs: { can: 'desk.view' },
  answer: f.answerOf(deskCounts),
  summary: 'Substitutions given until today: to the desk those of all teachers, to a teacher their own.',
});

const reporting = { auth: 'user', needs: { can: 'desk.report' } } as const;

export const listReports = endpoint({
  ...reporting,
  method: 'GET',
  path: '/timetables/desk/reports',
  answer: f.answerOf(deskReports),
  summary: 'The absences of the caller, who teaches, and what can be said of one: those of nobody else.',
});

export const report = endpoint({
  ...reporting,
  method: 'POST',
  path: '/timetables/desk/reports',
  body: reportDraft,
  answer: f.answerOf(deskReport),
  errors: ['not_found', 'already_absent'],
  audit: 'desk:audit.report',
  summary:
    'A teacher reports that they are not there, from today on: the desk has it at once and is told; 409 where they are entered for a part of that time.',
});

export const endReport = endpoint({
  ...reporting,
  method: 'POST',
  path: '/timetables/desk/reports/{id}/end',
  params: z.object({ id: f.idText }),
  answer: f.answerOf(z.nullable(deskReport)),
  errors: ['not_found', 'absence_over'],
  audit: 'desk:audit.endReport',
  summary:
    'A teacher is there again, or takes back what they have reported: it ends with the period that has begun, or goes where none has; the desk is told. Null: nothing of it stays. 404 for what the desk has entered.',
});
