import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { ABSENCE_TIMEOUT as timeout } from './limits.ts';
import {
  ABSENCE_ENTITIES,
  absence,
  absenceCategory,
  absenceDraft,
  absenceGroup,
  absencePreset,
  absenceQuery,
  absenceStep,
  absencesUuids,
  absenceType,
  absenceUpdate,
  overlapQuery,
  sickListQuery,
  typesQuery,
} from './schema.ts';
import './errors.ts';

const book = z.object({ id: f.idText });
const one = z.object({ id: f.idText, uuid: f.uuid });
const someone = z.object({ id: f.idText, entity: z.enum(ABSENCE_ENTITIES), entityId: f.idText });
const reading = {
  method: 'GET',
  auth: 'user',
  needs: { permission: 'view-sick-notes' },
  errors: ['not_found'],
  timeout,
} as const;

export const list = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences',
  params: book,
  query: absenceQuery,
  answer: f.answerOf(z.array(absence)),
  summary:
    'Absences that the caller sees, and one more that opens the next page: families those of their children, teachers those of their pupils, the office all.',
});

export const groups = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences/groups',
  params: book,
  query: z.pick(absenceQuery, { limit: true, search: true, grades_enrollment_id: true }),
  answer: f.answerOf(z.array(absenceGroup)),
  summary: 'How many absences there are in each group, the most urgent first, and the first of each.',
});

export const sickList = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences/sick-list',
  params: book,
  query: sickListQuery,
  answer: f.answerOf(z.array(absence)),
  summary: 'Who is absent on a day, by class and name, and one more that opens the next page.',
});

export const listCategories = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences/categories',
  params: book,
  answer: f.answerOf(z.array(absenceCategory)),
  summary: 'The categories of types, in the language of the caller; one is the standard.',
});

export const listTypesOf = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences/types/{entity}/{entityId}',
  params: someone,
  query: typesQuery,
  answer: f.answerOf(z.array(absenceType)),
  summary:
    'The types that the caller can choose for an absence of a pupil, grade or course; with absence_type all types, and which of them are selected.',
});

export const prepare = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences/new/{entity}/{entityId}',
  params: someone,
  answer: f.answerOf(absencePreset),
  summary: 'What the caller may do with a new absence of a pupil, grade or course, and from when to when it may be.',
});

export const listOf = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences/{entity}/{entityId}',
  params: someone,
  query: overlapQuery,
  answer: f.answerOf(z.array(absence)),
  summary:
    'The absences of a pupil, grade or course that overlap a range, newest first; of a pupil also those of their grade and courses.',
});

export const get = endpoint({
  ...reading,
  path: '/classbooks/{id}/absences/{uuid}',
  params: one,
  answer: f.answerOf(absence),
  summary: 'One absence.',
});

export const getHistory = endpoint({
  ...reading,
  needs: { can: 'absence.view-history' },
  path: '/classbooks/{id}/absences/{uuid}/history',
  params: one,
  answer: f.answerOf(z.array(absenceStep)),
  summary: 'How an absence was written, changed, told to parents and deleted, newest step first.',
});

export const create = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/absences',
  auth: 'user',
  needs: { can: 'absence.create-absences' },
  params: book,
  body: absenceDraft,
  answer: f.answerOf(absence),
  errors: ['not_found', 'absence_exists'],
  audit: 'absences:audit.create',
  timeout,
  summary:
    'Reports an absence of exactly one pupil, grade or course; 409 when there is one of the same type at the same time, a warning when another overlaps.',
});

export const update = endpoint({
  method: 'PUT',
  path: '/classbooks/{id}/absences/{uuid}',
  auth: 'user',
  needs: { can: 'absence.update' },
  params: one,
  body: absenceUpdate,
  answer: f.answerOf(absence),
  errors: ['not_found', 'conflict', 'absence_exists'],
  audit: 'absences:audit.update',
  timeout,
  summary:
    'Changes an absence, each of its texts by a right of its own: who may write one may send the rest as it was; 409 when somebody else changed it since `updated_at`.',
});

export const markRead = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/absences/{uuid}/read',
  auth: 'user',
  needs: { can: 'absence.read' },
  params: one,
  answer: f.answerOf(absence),
  errors: ['not_found'],
  audit: 'absences:audit.read',
  timeout,
  summary: 'The school has taken notice of an absence as it is now.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/classbooks/{id}/absences/{uuid}',
  auth: 'user',
  needs: { can: 'absence.delete' },
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'absences:audit.remove',
  timeout,
  summary: 'Takes an absence back; it stays readable with `with_deleted`, and so does its history.',
});

export const notifyUsers = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/absences/notify-users',
  auth: 'user',
  needs: { can: 'absence.notify-parents' },
  params: book,
  body: absencesUuids,
  answer: f.answerOf(z.array(absence)),
  errors: ['not_found'],
  audit: 'absences:audit.notify',
  timeout,
  summary: 'Tells the parents of absent pupils at once; answers with the absences as they are now.',
});

export { createType, getSettings, listTypes, updateSettings, updateType } from './management-api.ts';
