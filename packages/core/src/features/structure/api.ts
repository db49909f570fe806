import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { schoolYearDraft, schoolYearState, unit } from './schema.ts';

export const listYears = endpoint({
  method: 'GET',
  path: '/timetables/years',
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(z.array(schoolYearState)),
  summary: 'The school years of the school, oldest first, and which of them is active.',
});

export const listGrades = endpoint({
  method: 'GET',
  path: '/timetables/grades',
  auth: 'user',
  needs: { permission: 'manage-users' },
  answer: f.answerOf(z.array(unit)),
  summary: 'The grades of the school that are in use, by short name.',
});

export const createYear = endpoint({
  method: 'POST',
  path: '/timetables/years',
  auth: 'user',
  needs: { permission: 'change-schoolyear' },
  body: schoolYearDraft,
  answer: f.answerOf(schoolYearState),
  audit: 'structure:audit.createYear',
  summary: 'Adds a school year with the period times of the one before it; nothing is switched.',
});

export const updateYear = endpoint({
  method: 'PUT',
  path: '/timetables/years/{id}',
  auth: 'user',
  needs: { permission: 'change-schoolyear' },
  params: z.object({ id: f.idText }),
  body: schoolYearDraft,
  answer: f.answerOf(schoolYearState),
  errors: ['not_found'],
  audit: 'structure:audit.updateYear',
  summary: 'Changes the first and last day of a school year.',
});

export const activateYear = endpoint({
  method: 'POST',
  path: '/timetables/switch-schoolyear',
  auth: 'user',
  needs: { permission: 'change-schoolyear' },
  body: z.strictObject({ id: f.id }),
  answer: f.answerOf(z.array(schoolYearState)),
  errors: ['not_found'],
  audit: 'structure:audit.activateYear',
  summary: 'Makes a school year the active one: imports go there, and days outside of all years show it.',
});
