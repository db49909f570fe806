import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { timetableReport, timetableReportAnswer, timetableReportDraft } from './reports.ts';
import './errors.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;

export const sendTimetableFeedback = endpoint({
  method: 'POST',
  path: '/feedback/timetable',
  auth: 'user',
  needs: { can: 'report.create' },
  body: timetableReportDraft,
  answer: f.answerOf(timetableReport),
  errors: ['not_found', 'reports_full'],
  audit: 'help:audit.sendTimetableFeedback',
  summary: 'Says what is wrong in the plan of a pupil, by the pupil or a parent; the planners answer.',
});

export const listTimetableFeedback = endpoint({
  method: 'GET',
  path: '/feedback/timetable',
  auth: 'user',
  needs: { can: 'report.view' },
  query: z.object({ user_id: f.idText }),
  answer: f.answerOf(z.array(timetableReport)),
  errors: ['not_found'],
  summary: 'What was said about the plan of a pupil, with the answers: for the pupil, the parents and planners.',
});

export const listReports = endpoint({
  ...planning,
  method: 'GET',
  path: '/feedback/timetable/reports',
  answer: f.answerOf(z.array(timetableReport)),
  summary: 'What people of the school said about plans: what waits first, then what was answered last.',
});

export const answerReport = endpoint({
  ...planning,
  method: 'PUT',
  path: '/feedback/timetable/reports/{id}',
  params: z.object({ id: f.idText }),
  body: timetableReportAnswer,
  answer: f.answerOf(timetableReport),
  errors: ['not_found', 'already_answered'],
  audit: 'help:audit.answerReport',
  summary: 'Answers a report and tells whoever has written it.',
});
