import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { peopleChange, peopleChangeDraft, skippedPerson, triedPeopleChange } from './changes.ts';
import './errors.ts';

const needs = { permission: 'manage-users' } as const;
const one = z.object({ id: f.idText });

export const listPeopleChanges = endpoint({
  method: 'GET',
  path: '/people-changes',
  auth: 'user',
  needs,
  answer: f.answerOf(z.array(peopleChange)),
  summary: 'The latest 20 changes of many people at the own school, newest first; they are kept for 30 days.',
});

export const tryPeopleChange = endpoint({
  method: 'POST',
  path: '/people-changes/try',
  auth: 'user',
  needs,
  body: peopleChangeDraft,
  answer: f.answerOf(triedPeopleChange),
  errors: ['not_found', 'too_many_people'],
  summary: 'Whom a change of many people would concern and whom not; changes nothing.',
});

export const createPeopleChange = endpoint({
  method: 'POST',
  path: '/people-changes',
  auth: 'user',
  needs,
  body: peopleChangeDraft,
  answer: f.answerOf(peopleChange),
  errors: ['not_found', 'too_many_people', 'nobody_concerned'],
  audit: 'users:audit.changeMany',
  summary: 'Changes many people in the background; each has an entry of their own in the audit log.',
});

export const getPeopleChange = endpoint({
  method: 'GET',
  path: '/people-changes/{id}',
  auth: 'user',
  needs,
  params: one,
  answer: f.answerOf(z.extend(peopleChange, { people: z.array(skippedPerson) })),
  errors: ['not_found'],
  summary: 'How far a change of many people is, and at most 200 of those who were left out.',
});

export const undoPeopleChange = endpoint({
  method: 'PUT',
  path: '/people-changes/{id}/undo',
  auth: 'user',
  needs,
  params: one,
  answer: f.answerOf(peopleChange),
  errors: ['not_found', 'not_undoable'],
  audit: 'users:audit.undoMany',
  summary: 'Takes a change of many people back in the background; who was changed again since stays as they are.',
});
