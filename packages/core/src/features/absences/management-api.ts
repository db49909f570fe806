import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { absenceSettings, absenceType, settingsUpdate, typeDraft, typeId, typeUpdate } from './schema.ts';

const managing = { auth: 'user', needs: { permission: 'edit-school' } } as const;

export const listTypes = endpoint({
  ...managing,
  method: 'GET',
  path: '/absence-types',
  answer: f.answerOf(z.array(absenceType)),
  summary: 'All types of absences of the school, archived ones too, by category.',
});

export const createType = endpoint({
  ...managing,
  method: 'POST',
  path: '/absence-types',
  body: typeDraft,
  answer: f.answerOf(absenceType),
  audit: 'absences:audit.createType',
  summary: 'Makes a type of absences.',
});

export const updateType = endpoint({
  ...managing,
  method: 'PUT',
  path: '/absence-types/{typeId}',
  params: z.object({ typeId }),
  body: typeUpdate,
  answer: f.answerOf(absenceType),
  errors: ['not_found', 'absence_type_needed'],
  audit: 'absences:audit.updateType',
  summary:
    'Changes a type of absences, puts it into the archive or takes it out; what the roll writes by itself stays as it is: 409.',
});

export const getSettings = endpoint({
  ...managing,
  method: 'GET',
  path: '/absence-settings',
  answer: f.answerOf(absenceSettings),
  summary: 'How the school takes in absences.',
});

export const updateSettings = endpoint({
  ...managing,
  method: 'PUT',
  path: '/absence-settings',
  body: settingsUpdate,
  answer: f.answerOf(absenceSettings),
  audit: 'absences:audit.settings',
  summary: 'Changes how the school takes in absences.',
});
